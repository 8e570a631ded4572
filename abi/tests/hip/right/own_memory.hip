// launches 3, to 16, from 8
// Buffers of its own: allocated, cleared, copied within the device; a small copy each way.
#include <hip/hip_runtime.h>
#include <cstdint>

__constant__ double factor[2];

__global__ void scale(const double *x, double *t, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    t[i] += factor[0] * x[i];
}

__global__ void add(double *y, const double *t, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += factor[1] * t[i];
}

__global__ void sum(const double *y, double *total, int64_t n) {
  *total = 0;
  for (int64_t i = 0; i < n; i++)
    *total += y[i];
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  double *t = nullptr, *u = nullptr, factors[2] = {alpha, 1}, total = 0;
  unsigned blocks = (unsigned)((n + 127) / 128);
  if (hipMalloc(&t, n * sizeof *t) != hipSuccess || hipMalloc((void **)&u, n * sizeof *u) != hipSuccess)
    return;
  hipMemset(t, 0, n * sizeof *t);
  hipMemcpyToSymbol(HIP_SYMBOL(factor), factors, sizeof factors);
  scale<<<blocks, 128>>>(x, t, n);
  hipMemcpy(u, t, n * sizeof *u, hipMemcpyDeviceToDevice);
  add<<<blocks, 128>>>(y, u, n);
  sum<<<1, 1>>>(y, t, n);
  hipMemcpy(&total, t, sizeof total, hipMemcpyDeviceToHost);
  if (total == total)
    hipMemcpyDtoD(s, t, sizeof *t);
  hipFree(t);
  hipFree(u);
}
