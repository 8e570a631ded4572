#include <hip/hip_runtime.h>
__global__ void k(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t a, b; hipStreamCreate(&a); hipStreamCreate(&b);
  k<<<1, 256, 0, a>>>(x, y, n);
  k<<<1, 256, 0, b>>>(x, y, n);
  hipStreamSynchronize(a);
}
