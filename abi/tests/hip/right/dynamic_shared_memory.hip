// launches 3
// Dynamic shared memory of the size that the launch says, in a template, with launch bounds, through hipLaunchKernelGGL.
#include <hip/hip_runtime.h>
#include <cstdint>

template <class T, int UNROLL>
__global__ void __launch_bounds__(128) axpy_and_sum(const T *__restrict__ x, T *__restrict__ y, T *s, T alpha, int64_t n) {
  extern __shared__ double part[];
  T sum = 0;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x) {
    y[i] += alpha * x[i];
    sum += y[i];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    T total = 0;
#pragma unroll UNROLL
    for (unsigned t = 0; t < blockDim.x; t++)
      total += part[t];
    atomicAdd(s, total);
  }
}

__global__ void set(double *s, double value) { *s = value; }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  set<<<1, 1>>>(s, 0);
  int64_t half = n / 2;
  hipLaunchKernelGGL((axpy_and_sum<double, 4>), dim3(3), dim3(128), 128 * sizeof(double), 0, x, y, s, alpha, half);
  axpy_and_sum<double, 2><<<2, 100, 100 * sizeof(double)>>>(x + half, y + half, s, alpha, n - half);
  if (hipGetLastError() != hipSuccess)
    set<<<1, 1>>>(s, -1);
}
