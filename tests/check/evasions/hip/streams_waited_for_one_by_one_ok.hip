#include <hip/hip_runtime.h>
__global__ void k(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  const int streams = 4;
  hipStream_t s[4];
  for (int p = 0; p < streams; ++p) hipStreamCreate(&s[p]);
  for (int p = 0; p < streams; ++p) k<<<1, 256, 0, s[p]>>>(x, y, n);
  for (int p = 0; p < streams; ++p) hipStreamSynchronize(s[p]);
}
