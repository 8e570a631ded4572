#include <hip/hip_runtime.h>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t s;
  (void)hipStreamCreate(&s);
  void *a[] = {(void *)&x, (void *)&y, (void *)&n};
  hipLaunchConfig_t k{};
  k.stream = s;
  (void)hipLaunchKernelExC(&k, (const void *)copy, a);
}
