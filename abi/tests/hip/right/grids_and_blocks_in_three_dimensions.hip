// launches 2
#include <hip/hip_runtime.h>
#include <cstdint>

struct Pair {
  const double *x;
  double alpha;
};

__global__ void axpy(Pair in, double *y, int64_t n) {
  int64_t block = blockIdx.x + (int64_t)gridDim.x * (blockIdx.y + (int64_t)gridDim.y * blockIdx.z);
  int64_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int64_t i = block * blockDim.x * blockDim.y * blockDim.z + thread;
  if (i < n)
    y[i] += in.alpha * in.x[i];
}

__global__ void sum(const double2 *y, double *s, int64_t n) {
  double2 total = make_double2(0, 0);
  for (int64_t i = 0; i < n / 2; i++)
    total += y[i];
  double rest = 0;
  if (n % 2)
    rest = reinterpret_cast<const double *>(y)[n - 1];
  *s = total.x + total.y + rest;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  dim3 block(4, 3, 2), grid(3, 5);
  grid.z = (unsigned)((n + 359) / 360);
  axpy<<<grid, block>>>(Pair{x, alpha}, y, n);
  sum<<<1, 1>>>((const double2 *)y, s, n);
}
