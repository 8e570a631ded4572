// launches 2
// Sums by shuffles, whatever the width of a warp; the last warp of the last block is not full.
#include <hip/hip_runtime.h>
#include <cstdint>

__device__ double warp_sum(double v) {
  for (int delta = warpSize / 2; delta > 0; delta /= 2)
    v += __shfl_down(v, delta);
  return v;
}

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += alpha * x[i];
}

__global__ void sum_all(const double *y, double *s, int64_t n) {
  __shared__ double part[32];
  double v = 0;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x)
    v += y[i];
  v = warp_sum(v);
  unsigned lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0)
    part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < (blockDim.x + warpSize - 1) / warpSize ? part[lane] : 0;
    // Every other exchange must give the same sum.
    double by_xor = v;
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
      by_xor += __shfl_xor(by_xor, mask);
    v = warp_sum(v);
    if (lane == 0)
      *s = __shfl(v, 0) == by_xor ? v : -1;
  }
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  axpy<<<dim3((unsigned)((n + 99) / 100)), dim3(100)>>>(x, y, alpha, n);
  sum_all<<<1, 512>>>(y, s, n);
}
