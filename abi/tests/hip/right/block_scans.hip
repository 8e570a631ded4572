// launches 3
// Scans of a block, by double buffering, by Blelloch's sweeps and by shuffles, must agree; carries pass between blocks
// by looking back at the one before.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { THREADS = 128 };
enum State : unsigned { EMPTY, DONE };

__device__ unsigned ready[64];
__device__ double carried[64];

__device__ double by_buffers(double own) {
  __shared__ double buffer[2][THREADS];
  int in = 0, out = 1, t = threadIdx.x;
  buffer[in][t] = own;
  __syncthreads();
  for (int step = 1; step < THREADS; step <<= 1) {
    buffer[out][t] = t >= step ? buffer[in][t] + buffer[in][t - step] : buffer[in][t];
    __syncthreads();
    in ^= 1, out ^= 1;
  }
  double sum = buffer[in][t];
  __syncthreads();
  return sum;
}

__device__ double by_sweeps(double own) {
  __shared__ double tree[THREADS];
  int t = threadIdx.x;
  tree[t] = own;
  for (int step = 1; step < THREADS; step *= 2) {
    __syncthreads();
    int at = (t + 1) * 2 * step - 1;
    if (at < THREADS)
      tree[at] += tree[at - step];
  }
  if (t == 0)
    tree[THREADS - 1] = 0;
  for (int step = THREADS / 2; step > 0; step /= 2) {
    __syncthreads();
    int at = (t + 1) * 2 * step - 1;
    if (at < THREADS) {
      double left = tree[at - step];
      tree[at - step] = tree[at];
      tree[at] += left;
    }
  }
  __syncthreads();
  double sum = tree[t] + own;
  __syncthreads();
  return sum;
}

__device__ double by_shuffles(double own) {
  __shared__ double warps[THREADS / 32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  for (int step = 1; step < warpSize; step *= 2) {
    double left = __shfl_up(own, step);
    if (lane >= step)
      own += left;
  }
  if (lane == warpSize - 1)
    warps[warp] = own;
  __syncthreads();
  for (int w = 0; w < warp; w++)
    own += warps[w];
  return own;
}

__global__ void __launch_bounds__(THREADS) axpy_and_scan(const double *x, double *y, double *s, double alpha, int64_t n) {
  __shared__ double before;
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  double own = i < n ? y[i] + alpha * x[i] : 0;
  double sum = by_buffers(own);
  if (sum != by_sweeps(own) || sum != by_shuffles(own))
    sum = -1e9;
  if (threadIdx.x == THREADS - 1) {
    double carry = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&ready[blockIdx.x - 1], 0u) == EMPTY) {
      }
      __threadfence();
      carry = carried[blockIdx.x - 1];
    }
    carried[blockIdx.x] = carry + sum;
    __threadfence();
    atomicExch(&ready[blockIdx.x], (unsigned)DONE);
    before = carry;
  }
  __syncthreads();
  if (i < n)
    y[i] = own;
  if (i == n - 1)
    *s = before + sum;
}

__global__ void clear() { ready[threadIdx.x] = EMPTY; }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
  clear<<<1, 64>>>();
  axpy_and_scan<<<blocks, THREADS>>>(x, y, s, alpha, n);
  clear<<<1, 64>>>();
}
