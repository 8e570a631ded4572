// stream array, all waited in a loop; RAII stream
#include <hip/hip_runtime.h>
struct Stream { hipStream_t s; Stream() { (void)hipStreamCreate(&s); } ~Stream() { (void)hipStreamSynchronize(s); (void)hipStreamDestroy(s); } operator hipStream_t() const { return s; } };
__global__ void k(const double *x, double *y, long n) { long i = blockIdx.x * (long)blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t s[4];
  for (auto &q : s) (void)hipStreamCreate(&q);
  for (int p = 0; p < 4; p++) { long lo = n * p / 4, hi = n * (p + 1) / 4; k<<<(hi - lo + 255) / 256, 256, 0, s[p]>>>(x + lo, y + lo, hi - lo); }
  for (auto &q : s) { (void)hipStreamSynchronize(q); (void)hipStreamDestroy(q); }
}
