// launches 3
// A tile with a halo, loaded by the threads at its edge, and a kernel that hides its loads behind its sums.
#include <hip/hip_runtime.h>
#include <cstdint>

#define RADIUS 3
#define TILE 64

__constant__ double weights[2 * RADIUS + 1] = {0, 0, 0, 1, 0, 0, 0};

// A stencil that only looks: its weights pick the middle.
__global__ void axpy_by_stencil(const double *x, double *y, double alpha, int64_t n) {
  __shared__ double tile[TILE + 2 * RADIUS];
  int64_t i = blockIdx.x * (int64_t)TILE + threadIdx.x;
  int at = threadIdx.x + RADIUS;
  auto load = [&](int64_t j) { return j >= 0 && j < n ? __ldg(x + j) : 0.0; };
  tile[at] = load(i);
  if (threadIdx.x < RADIUS) {
    tile[at - RADIUS] = load(i - RADIUS);
    tile[at + TILE] = load(i + TILE);
  }
  __syncthreads();
  if (i >= n)
    return;
  double sum = 0;
#pragma unroll
  for (int r = -RADIUS; r <= RADIUS; r++)
    sum += weights[r + RADIUS] * tile[at + r];
  y[i] += alpha * sum;
}

// Two buffers: one is filled while the other is summed up.
__global__ void sum_in_stages(const double *y, double *s, int64_t n) {
  __shared__ double stage[2][TILE];
  const int t = threadIdx.x;
  int64_t tiles = (n + TILE - 1) / TILE;
  double own = 0;
  stage[0][t] = t < n ? y[t] : 0;
  __syncthreads();
  for (int64_t k = 0; k < tiles; k++) {
    int64_t next = (k + 1) * TILE + t;
    if (k + 1 < tiles)
      stage[(k + 1) & 1][t] = next < n ? y[next] : 0;
    own += stage[k & 1][TILE - 1 - t];
    __syncthreads();
  }
  stage[0][t] = own;
  __syncthreads();
  if (t == 0) {
    double all = 0;
    for (int j = 0; j < TILE; j++)
      all += stage[0][j];
    *s = all;
  }
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  int64_t blocks = (n + TILE - 1) / TILE, first = blocks / 2;
  axpy_by_stencil<<<first, TILE>>>(x, y, alpha, first * TILE);
  axpy_by_stencil<<<blocks - first, TILE>>>(x + first * TILE, y + first * TILE, alpha, n - first * TILE);
  sum_in_stages<<<1, TILE>>>(y, s, n);
}
