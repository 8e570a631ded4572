#include <hip/hip_runtime.h>
#include <cstdio>
#define CHECK(e) do { hipError_t r_ = (e); if (r_ != hipSuccess) { printf("%s\n", hipGetErrorString(r_)); return; } } while (0)
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  copy<<<64, 256, 0, s>>>(x, y, n);
  CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(s));
  CHECK(hipStreamDestroy(s));
}
