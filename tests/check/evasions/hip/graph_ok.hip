#include <hip/hip_runtime.h>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t s;
  hipGraph_t g;
  hipGraphExec_t e;
  (void)hipStreamCreate(&s);
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  copy<<<1, 64, 0, s>>>(x, y, n);
  (void)hipStreamEndCapture(s, &g);
  (void)hipGraphInstantiate(&e, g, nullptr, nullptr, 0);
  (void)hipGraphLaunch(e, s);
  (void)hipStreamSynchronize(s);
}
