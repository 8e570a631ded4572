// Launches. `kernel<<<grid, block, shared, stream>>>(arguments)` is rewritten before compilation to
// `judge_hip::kernel(call, "kernel").on(grid, block, shared, stream)(arguments)`.
#pragma once

#include "index.h"

#include <string.h>
#include <tuple>

// All `extern __shared__` arrays; defined beside the shim.
extern "C" __attribute__((visibility("hidden"))) __thread char judge_hip_dynamic[];

struct judge_hip_stream;
typedef judge_hip_stream *hipStream_t;

namespace judge_hip {

// Sets by launches and by the host API, read by hipGetLastError.
inline int last_error = 0;

inline int remember(int error) {
  if (error != 0)
    last_error = error;
  return error;
}

// Behind the dynamic shared memory of a block lie bytes that nobody may change.
struct Fence {
  char bytes[64];

  static Fence &behind(const judge_hip_launch *launch) { return *reinterpret_cast<Fence *>(judge_hip_dynamic + launch->shared); }
  void put() { memset(bytes, FILL, sizeof bytes); }
  void check(const judge_hip_launch *launch) const {
    for (char byte : bytes)
      if (byte != FILL)
        judge_hip_api->fail(launch->file, launch->line,
                            "the kernel writes past the dynamic shared memory that this launch gives it");
  }

private:
  static constexpr char FILL = 0x5a;
};

// A kernel with its arguments, copied once by value as a launch does.
template <class Call, class... Arguments> struct Closure {
  Call call;
  std::tuple<Arguments...> arguments;

  // Runs threads of one block until none is left. A thread that waits at a barrier stays in the middle of this loop, on
  // a stack of its own, while another copy of the loop goes on with the next thread.
  static void run(const judge_hip_launch *launch, judge_hip_block *block) {
    auto &self = *static_cast<Closure *>(launch->closure);
    const uint3 dim = {launch->block.x, launch->block.y, launch->block.z};
    Here &here = judge_hip_here;
    Fence &fence = Fence::behind(launch);
    if (block->next == 0)
      fence.put();
    here.block = block;
    here.block_index = {block->index.x, block->index.y, block->index.z};
    here.block_dim = dim;
    here.grid_dim = {launch->grid.x, launch->grid.y, launch->grid.z};
    for (unsigned thread = block->next; thread < block->threads; thread = block->next) {
      unsigned rows = thread / dim.x;
      uint3 index = {thread - rows * dim.x, rows % dim.y, rows / dim.y};
      // As long as no other copy of the loop took the next thread.
      do {
        block->next = thread + 1;
        here.thread = thread;
        here.thread_index = index;
        std::apply(self.call, self.arguments);
        thread++;
        if (++index.x == dim.x) {
          index.x = 0;
          if (++index.y == dim.y) {
            index.y = 0;
            index.z++;
          }
        }
      } while (thread == block->next && thread < block->threads);
    }
    here.block = nullptr;
    fence.check(launch);
  }
};

template <class Call> struct Configured {
  Call call;
  judge_hip_launch launch;

  template <class... Arguments> void operator()(Arguments... arguments) {
    Closure<Call, Arguments...> closure{call, std::tuple<Arguments...>(arguments...)};
    launch.closure = &closure;
    launch.run = &Closure<Call, Arguments...>::run;
    remember(judge_hip_api->launch(&launch));
  }
};

template <class Call> struct Kernel {
  Call call;
  const char *name;

  Configured<Call> on(dim3 grid, dim3 block, size_t shared = 0, hipStream_t = nullptr, const char *file = __builtin_FILE(),
                      unsigned line = __builtin_LINE()) const {
    judge_hip_launch launch{{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, nullptr, nullptr, name, file, line};
    return {call, launch};
  }
};

template <class Call> Kernel<Call> kernel(Call call, const char *name) { return {call, name}; }

// A kernel's bound on its block size, checked when it runs.
inline void bound(unsigned threads, const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  if (judge_hip_here.block != nullptr && judge_hip_here.block->threads > threads)
    judge_hip_api->fail(file, line, "launched with more threads in a block than its __launch_bounds__ allow");
}

} // namespace judge_hip

#define __launch_bounds__(...)

// The check reads the launch as it is written.
#ifndef JUDGE_HIP_MARKS
#define hipLaunchKernelGGL(function, grid, block, shared, stream, ...)                                                      \
  ::judge_hip::kernel([&](auto... judge_hip_argument) { (function)(judge_hip_argument...); }, #function)                   \
      .on(grid, block, shared, stream)(__VA_ARGS__)
#endif
