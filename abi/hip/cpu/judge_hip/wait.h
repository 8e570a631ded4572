// Operations at which threads wait for each other: block barriers, and warp shuffles and votes.
#pragma once

#include "index.h"

#include <string.h>

namespace judge_hip {

// The thread goes on where it was, but others ran meanwhile on the same thread of the processor.
struct Resume {
  judge_hip_block *block = judge_hip_here.block;
  unsigned thread = judge_hip_here.thread;
  uint3 thread_index = judge_hip_here.thread_index;
  ~Resume() {
    judge_hip_here.block = block;
    judge_hip_here.thread = thread;
    judge_hip_here.thread_index = thread_index;
  }
};

inline void barrier(const char *file, unsigned line) {
  Resume resume;
  judge_hip_api->barrier(resume.block, resume.thread, file, line);
}

// Brings `bits` to the lanes of this warp that are at the same place.
inline const judge_hip_lanes &exchange(uint64_t bits, const char *file, unsigned line) {
  Resume resume;
  return *judge_hip_api->exchange(resume.block, resume.thread, bits, file, line);
}

inline unsigned lane() { return judge_hip_here.thread % warpSize; }

// The value of lane `source`; a lane that did not come leaves the caller's own.
template <class T> T from_lane(T value, unsigned source, const char *file, unsigned line) {
  static_assert(sizeof(T) <= 8 && __is_trivially_copyable(T), "a shuffle moves at most 8 bytes");
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof value);
  const judge_hip_lanes &lanes = exchange(bits, file, line);
  if (source < (unsigned)warpSize && (lanes.mask >> source & 1))
    memcpy(&value, &lanes.value[source], sizeof value);
  return value;
}

inline uint64_t ballot(bool vote, const char *file, unsigned line) {
  const judge_hip_lanes &lanes = exchange(vote, file, line);
  uint64_t votes = 0;
  for (int i = 0; i < warpSize; i++)
    votes |= uint64_t((lanes.mask >> i & 1) && lanes.value[i] != 0) << i;
  return votes;
}

} // namespace judge_hip

// Default arguments name the caller's place: lanes and threads meet by it, and messages show it.
#define JUDGE_HIP_PLACE const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()

inline unsigned __lane_id() { return judge_hip::lane(); }

inline void __syncthreads(JUDGE_HIP_PLACE) { judge_hip::barrier(file, line); }
inline void __syncwarp(JUDGE_HIP_PLACE) { judge_hip::exchange(0, file, line); }
inline void __syncwarp(uint64_t, JUDGE_HIP_PLACE) { judge_hip::exchange(0, file, line); }

template <class T> T __shfl(T value, int source, int width = warpSize, JUDGE_HIP_PLACE) {
  unsigned lane = judge_hip::lane();
  return judge_hip::from_lane(value, (source & (width - 1)) + (lane & ~(width - 1)), file, line);
}
template <class T> T __shfl_up(T value, unsigned delta, int width = warpSize, JUDGE_HIP_PLACE) {
  unsigned lane = judge_hip::lane(), first = lane & ~(width - 1);
  return judge_hip::from_lane(value, lane - first < delta ? lane : lane - delta, file, line);
}
template <class T> T __shfl_down(T value, unsigned delta, int width = warpSize, JUDGE_HIP_PLACE) {
  unsigned lane = judge_hip::lane();
  return judge_hip::from_lane(value, (lane & (width - 1)) + delta < (unsigned)width ? lane + delta : lane, file, line);
}
template <class T> T __shfl_xor(T value, int mask, int width = warpSize, JUDGE_HIP_PLACE) {
  unsigned lane = judge_hip::lane(), other = lane ^ mask;
  return judge_hip::from_lane(value, other < ((lane + width) & ~(width - 1)) ? other : lane, file, line);
}
template <class T> T __shfl_sync(uint64_t, T value, int source, int width = warpSize, JUDGE_HIP_PLACE) {
  return __shfl(value, source, width, file, line);
}
template <class T> T __shfl_up_sync(uint64_t, T value, unsigned delta, int width = warpSize, JUDGE_HIP_PLACE) {
  return __shfl_up(value, delta, width, file, line);
}
template <class T> T __shfl_down_sync(uint64_t, T value, unsigned delta, int width = warpSize, JUDGE_HIP_PLACE) {
  return __shfl_down(value, delta, width, file, line);
}
template <class T> T __shfl_xor_sync(uint64_t, T value, int mask, int width = warpSize, JUDGE_HIP_PLACE) {
  return __shfl_xor(value, mask, width, file, line);
}

inline unsigned long long __ballot(int vote, JUDGE_HIP_PLACE) { return judge_hip::ballot(vote != 0, file, line); }
inline int __any(int vote, JUDGE_HIP_PLACE) { return judge_hip::ballot(vote != 0, file, line) != 0; }
inline int __all(int vote, JUDGE_HIP_PLACE) { return judge_hip::ballot(vote == 0, file, line) == 0; }
inline unsigned long long __activemask(JUDGE_HIP_PLACE) { return judge_hip::ballot(true, file, line); }
inline unsigned long long __ballot_sync(uint64_t, int vote, JUDGE_HIP_PLACE) { return __ballot(vote, file, line); }
inline int __any_sync(uint64_t, int vote, JUDGE_HIP_PLACE) { return __any(vote, file, line); }
inline int __all_sync(uint64_t, int vote, JUDGE_HIP_PLACE) { return __all(vote, file, line); }

namespace judge_hip {

// How many threads of the block say yes. The shared counter is cleared by whoever comes last to read it.
inline int block_votes(bool vote, const char *file, unsigned line) {
  static __thread int votes;
  if (judge_hip_here.thread == 0)
    votes = 0;
  barrier(file, line);
  votes += vote;
  barrier(file, line);
  int sum = votes;
  barrier(file, line);
  return sum;
}

} // namespace judge_hip

inline int __syncthreads_count(int vote, JUDGE_HIP_PLACE) { return judge_hip::block_votes(vote != 0, file, line); }
inline int __syncthreads_or(int vote, JUDGE_HIP_PLACE) { return judge_hip::block_votes(vote != 0, file, line) != 0; }
inline int __syncthreads_and(int vote, JUDGE_HIP_PLACE) { return judge_hip::block_votes(vote == 0, file, line) == 0; }
