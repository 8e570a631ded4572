// `alpha` comes by value, not by address.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double beta, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, const double *alpha, double beta, int64_t N) {
  axpy<<<(N + 255) / 256, 256>>>(x, y, beta, N);
}
