// What a tile of a warp does on NVIDIA: its own lanes are named, so that tiles of a warp may go different ways.
#pragma once

#define JUDGE_HIP_TILE 32
#define JUDGE_HIP_PLACE int = 0
#define JUDGE_HIP_HERE
#define JUDGE_HIP_AND_HERE

namespace judge_hip {

__device__ inline void block_sync() { __syncthreads(); }
__device__ inline unsigned long long lanes_here() { return __activemask(); }
__device__ inline void lanes_sync(unsigned long long lanes) { __syncwarp((unsigned)lanes); }
template <class T> __device__ T lanes_shfl(unsigned long long lanes, T value, int source) {
  return __shfl_sync((unsigned)lanes, value, source);
}

template <unsigned WIDTH> struct Tile {
  __device__ static unsigned first() { return __lane_id() & ~(WIDTH - 1); }
  __device__ static unsigned lanes() { return (0xffffffffu >> (32 - WIDTH)) << first(); }
  __device__ static void sync() { __syncwarp(lanes()); }
  template <class T> __device__ static T shfl(T value, int source) { return __shfl_sync(lanes(), value, source, WIDTH); }
  template <class T> __device__ static T shfl_up(T value, unsigned delta) {
    return __shfl_up_sync(lanes(), value, delta, WIDTH);
  }
  template <class T> __device__ static T shfl_down(T value, unsigned delta) {
    return __shfl_down_sync(lanes(), value, delta, WIDTH);
  }
  template <class T> __device__ static T shfl_xor(T value, int mask) { return __shfl_xor_sync(lanes(), value, mask, WIDTH); }
  __device__ static unsigned long long ballot(int vote) { return __ballot_sync(lanes(), vote) >> first(); }
};

} // namespace judge_hip
