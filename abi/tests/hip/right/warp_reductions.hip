// launches 2
// Masks and widths of every spelling, butterflies, broadcasts, and a warp that reduces alone.
#include <hip/hip_runtime.h>
#include <cstdint>

#define FULL 0xffffffffffffffffull

template <typename T> __device__ __forceinline__ T down(T v) {
#pragma unroll
  for (int offset = warpSize >> 1; offset > 0; offset >>= 1)
    v += __shfl_down_sync(FULL, v, offset);
  return __shfl_sync(FULL, v, 0);
}

template <typename T> __device__ __forceinline__ T butterfly(T v) {
#pragma unroll
  for (int mask = warpSize / 2; mask; mask /= 2)
    v += __shfl_xor_sync(FULL, v, mask, warpSize);
  return v;
}

// Of 16 lanes each, then of the groups.
__device__ double in_groups(double v) {
  for (int offset = 8; offset; offset /= 2)
    v += __shfl_down(v, offset, 16);
  double sum = 0;
  for (int group = 0; group < warpSize; group += 16)
    sum += __shfl(v, group);
  return sum;
}

__global__ void axpy(const double *x, double *y, double *s, double alpha, int64_t n) {
  double v = 0;
  int lane = threadIdx.x & (warpSize - 1);
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)blockDim.x * gridDim.x)
    v += y[i] = fma(alpha, x[i], y[i]);
  double a = down(v), b = butterfly(v), c = in_groups(v);
  c = __shfl(c, 0);
  int whole = down(1), as_float = (int)butterfly(1.0f), as_long = (int)down(1ll), as_unsigned = (int)down(1u);
  bool right = a == b && b == c && whole == warpSize && as_float == warpSize && as_long == warpSize && as_unsigned == warpSize;
  if (!__all(right))
    a = -1e9;
  __syncwarp();
  if (lane == 0)
    atomicAdd(s, a);
}

__global__ void zero(double *s) { *s = 0; }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  hipLaunchKernelGGL(HIP_KERNEL_NAME(zero), dim3(1), dim3(1), 0, hipStreamDefault, s);
  axpy<<<2, 128>>>(x, y, s, alpha, n);
}
