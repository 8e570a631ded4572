// launches 2
// A tree in shared memory and one atomic a block.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy_and_sum(const double *x, double *y, double *s, double alpha, int64_t n) {
  __shared__ double part[256];
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  double value = 0;
  if (i < n) {
    value = y[i] + alpha * x[i];
    y[i] = value;
  }
  part[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(s, part[0]);
}

static __global__ void clear(double *s) { *s = 0; }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  clear<<<1, 1>>>(s);
  axpy_and_sum<<<(n + 255) / 256, 256>>>(x, y, s, alpha, n);
}
