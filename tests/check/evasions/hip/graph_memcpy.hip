#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  double h[4];
  hipGraph_t g; hipGraphNode_t m;
  hipGraphCreate(&g, 0);
  hipGraphAddMemcpyNode1D(&m, g, nullptr, 0, h, y, 32, hipMemcpyDeviceToHost);
  work<<<1, 64>>>(x, y, n);
}
