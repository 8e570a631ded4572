#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
#define CHECK(call) do { if ((call) != hipSuccess) return; } while (0)
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  work<<<1, 64, 0, s>>>(x, y, n);
  CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(s));
  (void)hipStreamDestroy(s);
}
