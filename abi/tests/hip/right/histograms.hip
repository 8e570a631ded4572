// launches 4
// Counts in shared memory of several arrays carved out of one dynamic block, then merged; values of y are its bins.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { BINS = 64 };

__global__ void histogram(const double *y, unsigned *counts, double *weights, int64_t n) {
  extern __shared__ unsigned char memory[];
  double *weight = reinterpret_cast<double *>(memory);
  unsigned *count = reinterpret_cast<unsigned *>(weight + BINS);
  for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
    weight[b] = 0, count[b] = 0;
  __syncthreads();
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)blockDim.x * gridDim.x) {
    unsigned bin = (unsigned)y[i] % BINS;
    atomicAdd(&count[bin], 1u);
    atomicAdd(weight + bin, y[i]);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
    if (count[b]) {
      atomicAdd(counts + b, count[b]);
      atomicAdd(weights + b, weight[b]);
    }
}

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  if (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n)
    y[i] += alpha * x[i];
}

__global__ void total(const unsigned *counts, const double *weights, double *s, int64_t n) {
  __shared__ double sum;
  __shared__ unsigned long long keys;
  if (threadIdx.x == 0)
    sum = 0, keys = 0;
  __syncthreads();
  atomicAdd(&sum, weights[threadIdx.x]);
  atomicAdd(&keys, (unsigned long long)counts[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    *s = keys == (unsigned long long)n ? sum : -1;
}

__global__ void clear(unsigned *counts, double *weights) {
  counts[threadIdx.x] = 0;
  weights[threadIdx.x] = 0;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  unsigned *counts;
  double *weights;
  if (hipMalloc(&counts, BINS * sizeof(unsigned)) || hipMalloc(&weights, BINS * sizeof(double)))
    return;
  clear<<<1, BINS>>>(counts, weights);
  axpy<<<(n + 127) / 128, 128>>>(x, y, alpha, n);
  histogram<<<5, 96, BINS * (sizeof(double) + sizeof(unsigned))>>>(y, counts, weights, n);
  total<<<1, BINS>>>(counts, weights, s, n);
  (void)hipFree(counts);
  (void)hipFree(weights);
}
