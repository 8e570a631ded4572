#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void copy(const double *x, double *y, long n) {
  cg::thread_block b = cg::this_thread_block();
  for (long i = b.thread_rank(); i < n; i += b.size()) y[i] = x[i];
  b.sync();
}
extern "C" void kernel(const double *x, double *y, long n) {
  copy<<<1, 256>>>(x, y, n);
}
