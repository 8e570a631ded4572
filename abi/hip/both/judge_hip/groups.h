// The groups, over what each device does for a tile (judge_hip/tile.h). The last parameters of what waits are the caller's
// place, where a device asks for it.
#pragma once

namespace cooperative_groups {

class thread_block {
public:
  __device__ static void sync(JUDGE_HIP_PLACE) { judge_hip::block_sync(JUDGE_HIP_HERE); }
  __device__ static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

// WIDTH neighbouring lanes of a warp.
template <unsigned WIDTH, class Parent = void> class thread_block_tile {
  static_assert(WIDTH != 0 && (WIDTH & (WIDTH - 1)) == 0 && WIDTH <= JUDGE_HIP_TILE,
                "a tile has a power of two of threads, and no more than a warp");

public:
  __device__ static void sync(JUDGE_HIP_PLACE) { judge_hip::Tile<WIDTH>::sync(JUDGE_HIP_HERE); }
  __device__ static unsigned thread_rank() { return thread_block::thread_rank() % WIDTH; }
  __device__ static constexpr unsigned size() { return WIDTH; }
  __device__ static constexpr unsigned num_threads() { return WIDTH; }
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / WIDTH; }
  __device__ static unsigned meta_group_size() { return (thread_block::size() + WIDTH - 1) / WIDTH; }

  template <class T> __device__ static T shfl(T value, int source, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::shfl(value, source JUDGE_HIP_AND_HERE);
  }
  template <class T> __device__ static T shfl_up(T value, unsigned delta, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::shfl_up(value, delta JUDGE_HIP_AND_HERE);
  }
  template <class T> __device__ static T shfl_down(T value, unsigned delta, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::shfl_down(value, delta JUDGE_HIP_AND_HERE);
  }
  template <class T> __device__ static T shfl_xor(T value, int mask, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::shfl_xor(value, mask JUDGE_HIP_AND_HERE);
  }
  __device__ static unsigned long long ballot(int vote, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::ballot(vote JUDGE_HIP_AND_HERE);
  }
  __device__ static int any(int vote, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::ballot(vote JUDGE_HIP_AND_HERE) != 0;
  }
  __device__ static int all(int vote, JUDGE_HIP_PLACE) {
    return judge_hip::Tile<WIDTH>::ballot(!vote JUDGE_HIP_AND_HERE) == 0;
  }
};

template <unsigned WIDTH, class Parent> __device__ thread_block_tile<WIDTH, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<WIDTH, Parent>();
}

// The lanes of a warp that are at one place.
class coalesced_group {
  unsigned long long lanes;

public:
  __device__ explicit coalesced_group(unsigned long long lanes) : lanes(lanes) {}
  __device__ unsigned size() const { return __popcll(lanes); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const { return __popcll(lanes & ((1ull << __lane_id()) - 1)); }
  __device__ void sync(JUDGE_HIP_PLACE) const { judge_hip::lanes_sync(lanes JUDGE_HIP_AND_HERE); }
  template <class T> __device__ T shfl(T value, unsigned source, JUDGE_HIP_PLACE) const {
    unsigned long long above = lanes;
    for (unsigned rank = 0; rank < source % size(); rank++)
      above &= above - 1;
    return judge_hip::lanes_shfl(lanes, value, __ffsll(above) - 1 JUDGE_HIP_AND_HERE);
  }
};

__device__ inline coalesced_group coalesced_threads(JUDGE_HIP_PLACE) {
  return coalesced_group(judge_hip::lanes_here(JUDGE_HIP_HERE));
}

template <class Group> __device__ void sync(const Group &group, JUDGE_HIP_PLACE) { group.sync(JUDGE_HIP_HERE); }

// Said where it is called.
struct grid_group {};
template <class T = void> __device__ grid_group this_grid() {
  static_assert(sizeof(T *) == 0, "blocks cannot wait for each other here: split the kernel in two launches");
  return grid_group();
}

} // namespace cooperative_groups
