// Where the running thread is: threadIdx, blockIdx, blockDim, gridDim, and the words that mark device code.
#pragma once

#include "table.h"
#include "vector.h"

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

namespace judge_hip {

struct Here {
  judge_hip_block *block; // null outside kernels
  unsigned thread;        // x fastest
  uint3 thread_index, block_index, block_dim, grid_dim;
};

} // namespace judge_hip

// Defined beside the shim, one per thread of the processor. Not "initial-exec": shared memory is thread-local too, and a
// loaded object's thread-local storage is all of one kind.
extern "C" __attribute__((visibility("hidden"))) __thread judge_hip::Here judge_hip_here;

#define threadIdx (static_cast<const uint3 &>(judge_hip_here.thread_index))
#define blockIdx (static_cast<const uint3 &>(judge_hip_here.block_index))
#define blockDim (static_cast<const uint3 &>(judge_hip_here.block_dim))
#define gridDim (static_cast<const uint3 &>(judge_hip_here.grid_dim))
#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

// Lanes of a warp: 64 as on AMD's compute devices, 32 as on NVIDIA's.
#ifndef JUDGE_HIP_WARP
#define JUDGE_HIP_WARP 64
#endif
static_assert(JUDGE_HIP_WARP == 32 || JUDGE_HIP_WARP == 64, "a warp has 32 or 64 lanes");
static constexpr int warpSize = JUDGE_HIP_WARP;

#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
// Who reads the preprocessed text wants to see the marks.
#ifndef JUDGE_HIP_MARKS
#define __global__
#define __device__
#define __host__
#define __constant__
// One per thread of the processor, which runs one block at a time; static wherever it stands. `extern __shared__` is
// rewritten before compilation.
#define __shared__ thread_local
#endif
#define HIP_DYNAMIC_SHARED(type, name) extern __thread type name[] __asm__("judge_hip_dynamic");
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
