// launches 2
// Cooperative groups: a block and its barrier, tiles of 4 to 32 lanes with shuffles and votes, tiles that go different ways, and
// the lanes of a branch.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <cstdint>

namespace cg = cooperative_groups;

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  cg::thread_block block = cg::this_thread_block();
  int64_t i = (int64_t)block.group_index().x * block.size() + block.thread_rank();
  if (i < n)
    y[i] += alpha * x[i];
}

template <unsigned WIDTH> __device__ double tile_sum(double mine, const cg::thread_block &block, bool &bad) {
  auto tile = cg::tiled_partition<WIDTH>(block);
  unsigned rank = tile.thread_rank();
  bad |= tile.size() != WIDTH || rank != block.thread_rank() % WIDTH || tile.meta_group_rank() != block.thread_rank() / WIDTH;
  bad |= tile.meta_group_size() != block.num_threads() / WIDTH;
  bad |= tile.shfl(rank, 1) != 1 || tile.shfl_up(rank, 1) != (rank == 0 ? 0 : rank - 1);
  bad |= tile.ballot(rank == 2) != 4 || !tile.any(rank == 3) || tile.all(rank == 3) || !tile.all(rank < WIDTH);
  double other = mine;
  for (unsigned step = WIDTH / 2; step > 0; step /= 2)
    other += tile.shfl_xor(other, step);
  for (unsigned step = WIDTH / 2; step > 0; step /= 2)
    mine += tile.shfl_down(mine, step);
  tile.sync();
  bad |= rank == 0 && mine != other;
  return rank == 0 ? mine : 0;
}

__global__ void sum(const double *y, double *s, int64_t n) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ double total;
  __shared__ int wrong;
  if (block.thread_rank() == 0)
    total = 0, wrong = 0;
  block.sync();
  double mine = 0;
  bool bad = block.thread_index().x != threadIdx.x || block.group_dim().x != blockDim.x;
  for (int64_t i = block.thread_rank(); i < n; i += block.size())
    mine += y[i];
  auto tile = cg::tiled_partition<8>(block);
  double eighth = 0;
  if (tile.meta_group_rank() % 2) // every other tile of a warp
    eighth = tile.shfl(mine, 7) + tile.shfl(mine, 0);
  bad |= tile.meta_group_rank() % 2 && eighth != tile.shfl(mine, 0) + tile.shfl(mine, 7);
  if (block.thread_rank() % 3 == 0) {
    cg::coalesced_group some = cg::coalesced_threads();
    bad |= some.shfl(some.thread_rank(), 2) != 2 || some.thread_rank() >= some.size();
    some.sync();
  }
  cg::sync(block);
  mine = tile_sum<4>(mine, block, bad);
  mine = tile_sum<16>(mine, block, bad);
  mine = tile_sum<32>(mine, block, bad);
  if (mine != 0)
    atomicAdd(&total, mine);
  if (bad)
    atomicOr(&wrong, 1);
  block.sync();
  if (block.thread_rank() == 0)
    *s = wrong ? -1 : total;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  axpy<<<(n + 127) / 128, 128>>>(x, y, alpha, n);
  sum<<<1, 128>>>(y, s, n);
}
