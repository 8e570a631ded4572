// The contract with the runner (abi/src/runner/hip/contract.rs): plain C data, filled in by the runner before any call.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct judge_hip_dim {
  unsigned x, y, z;
};

// One block on one of the runner's threads. The kernels' loop takes threads from `next` until `threads` are taken.
struct judge_hip_block {
  judge_hip_dim index;
  unsigned next, threads;
};

struct judge_hip_launch {
  judge_hip_dim grid, block;
  size_t shared; // bytes of dynamic shared memory
  void (*run)(const judge_hip_launch *, judge_hip_block *);
  void *closure;      // what `run` calls
  const char *kernel; // for messages
  const char *file;
  unsigned line;
};

// What the lanes of one warp brought to a common operation.
struct judge_hip_lanes {
  uint64_t mask; // lanes that came
  uint64_t value[64];
};

struct judge_hip_table {
  unsigned version;
  int (*launch)(const judge_hip_launch *);
  void (*barrier)(judge_hip_block *, unsigned thread, const char *file, unsigned line);
  const judge_hip_lanes *(*exchange)(judge_hip_block *, unsigned thread, uint64_t value, const char *file, unsigned line);
  int (*allocate)(void **, size_t bytes);
  int (*release)(void *);
  int (*copy)(void *to, const void *from, size_t bytes, int kind);
  int (*fill)(void *to, int byte, size_t bytes);
  uint64_t (*now)(void); // nanoseconds of a monotonic clock
  void (*fail)(const char *file, unsigned line, const char *problem);
};

// Defined beside the shim.
extern "C" __attribute__((visibility("hidden"))) const judge_hip_table *judge_hip_api;
