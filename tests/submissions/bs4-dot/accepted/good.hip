// result = x . y: a tree in dynamic shared memory, partial sums in memory of its own, and a last block of one.
#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ double tree(double v) {
  extern __shared__ double part[];
  part[threadIdx.x] = v;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  return part[0];
}

static __global__ void dot(const double *x, const double *y, double *parts, int64_t n) {
  double v = 0;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x)
    v += x[i] * y[i];
  v = tree(v);
  if (threadIdx.x == 0)
    parts[blockIdx.x] = v;
}

static __global__ void add(const double *parts, double *result, int count) {
  double v = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    v += parts[i];
  v = tree(v);
  if (threadIdx.x == 0)
    *result = v;
}

extern "C" void kernel(const double *x, const double *y, double *result, int64_t N) {
  enum { THREADS = 256, MOST = 1024 };
  int64_t wanted = (N + 4 * THREADS - 1) / (4 * THREADS);
  int blocks = wanted < 1 ? 1 : wanted < MOST ? (int)wanted : MOST;
  double *parts;
  if (hipMalloc(&parts, blocks * sizeof *parts) != hipSuccess)
    return;
  dot<<<blocks, THREADS, THREADS * sizeof(double)>>>(x, y, parts, N);
  add<<<1, THREADS, THREADS * sizeof(double)>>>(parts, result, blocks);
  hipFree(parts);
}
