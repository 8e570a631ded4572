// What a tile of a warp does on the host: lanes that are at the caller's place meet there.
#pragma once

#include "wait.h"

// A warp's width is known at compile time.
#define JUDGE_HIP_TILE JUDGE_HIP_WARP
#define JUDGE_HIP_HERE file, line
#define JUDGE_HIP_AND_HERE , file, line

namespace judge_hip {

inline void block_sync(const char *file, unsigned line) { barrier(file, line); }
inline unsigned long long lanes_here(const char *file, unsigned line) { return ballot(true, file, line); }
inline void lanes_sync(unsigned long long, const char *file, unsigned line) { exchange(0, file, line); }
template <class T> T lanes_shfl(unsigned long long, T value, int source, const char *file, unsigned line) {
  return from_lane(value, source, file, line);
}

template <unsigned WIDTH> struct Tile {
  static void sync(const char *file, unsigned line) { exchange(0, file, line); }
  template <class T> static T shfl(T value, int source, const char *file, unsigned line) {
    return __shfl(value, source, WIDTH, file, line);
  }
  template <class T> static T shfl_up(T value, unsigned delta, const char *file, unsigned line) {
    return __shfl_up(value, delta, WIDTH, file, line);
  }
  template <class T> static T shfl_down(T value, unsigned delta, const char *file, unsigned line) {
    return __shfl_down(value, delta, WIDTH, file, line);
  }
  template <class T> static T shfl_xor(T value, int mask, const char *file, unsigned line) {
    return __shfl_xor(value, mask, WIDTH, file, line);
  }
  static unsigned long long ballot(int vote, const char *file, unsigned line) {
    unsigned long long votes = judge_hip::ballot(vote != 0, file, line) >> (lane() & ~(WIDTH - 1));
    return WIDTH == 64 ? votes : votes & ((1ull << (WIDTH % 64)) - 1);
  }
};

} // namespace judge_hip
