#include <hip/hip_runtime.h>
__constant__ double c4[4];
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  (void)hipMemcpyToSymbol(HIP_SYMBOL(c4), x, 32, 0, hipMemcpyDeviceToDevice);
  copy<<<(unsigned)((n + 255) / 256), 256>>>(x, y, n);
}
