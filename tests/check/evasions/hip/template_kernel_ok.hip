#include <hip/hip_runtime.h>
template <class T, int B> __global__ __launch_bounds__(B) void scale(const T *__restrict__ x, T *__restrict__ y, T a, long n) {
  for (long i = blockIdx.x * (long)B + threadIdx.x; i < n; i += (long)B * gridDim.x) y[i] = a * x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<double, 256>), dim3(64), dim3(256), 0, 0, x, y, 2.0, n);
}
