// launches 2
// Votes, masks and counts across warps and blocks, checked against arithmetic: a wrong one spoils the sum.
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  y[i] += alpha * x[i];
}

__global__ void sum_checked(const double *y, double *s, int64_t n) {
  __shared__ int wrong;
  unsigned t = threadIdx.x, lane = t % warpSize;
  if (t == 0)
    wrong = 0;
  __syncthreads();
  bool bad = __popcll(__ballot(lane % 4 == 0)) != warpSize / 4;
  bad |= __any(lane == 5) == 0 || __any(lane > 100) != 0 || __all(lane < 64) == 0 || __all(lane < 5) != 0;
  bad |= __popcll(__activemask()) != warpSize;
  if (lane < 8) // a branch: only these lanes are there
    bad |= __popcll(__ballot(1)) != 8 || __shfl(lane, 3) != 3;
  else
    bad |= __popcll(__ballot(1)) != warpSize - 8;
  bad |= __syncthreads_count(t % 2) != (int)blockDim.x / 2 || !__syncthreads_or(t == 7) || __syncthreads_and(t == 7);
  bad |= __shfl_up((int)lane, 1) != (lane == 0 ? 0 : (int)lane - 1);
  bad |= __shfl_down((float)lane, 2, 8) != (lane % 8 < 6 ? lane + 2 : lane);
  if (bad)
    atomicOr(&wrong, 1);
  __syncthreads();
  if (t == 0) {
    double total = 0;
    for (int64_t i = 0; i < n; i++)
      total += y[i];
    *s = wrong ? -1 : total;
  }
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  axpy<<<(n + 63) / 64, 64>>>(x, y, alpha, n);
  sum_checked<<<1, 256>>>(y, s, n);
}
