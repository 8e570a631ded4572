// launches 2
// A grid from occupancy and properties, work taken from a queue, checks after each call, a line printed by one thread.
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define HIP_CHECK(call)                                                                                                     \
  do {                                                                                                                      \
    hipError_t error_ = (call);                                                                                             \
    if (error_ != hipSuccess) {                                                                                             \
      fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, hipGetErrorString(error_), hipGetErrorName(error_));          \
      abort();                                                                                                              \
    }                                                                                                                       \
  } while (0)

__device__ unsigned long long next_chunk;

__global__ void __launch_bounds__(256, 2) work(const double *__restrict__ x, double *__restrict__ y, double *s, double alpha, int64_t n) {
  __shared__ int64_t chunk;
  for (;;) {
    if (threadIdx.x == 0)
      chunk = (int64_t)atomicAdd(&next_chunk, 1ull) * blockDim.x;
    __syncthreads();
    int64_t first = chunk;
    __syncthreads();
    if (first >= n)
      return;
    int64_t i = first + threadIdx.x;
    if (i < n) {
      y[i] += alpha * x[i];
      atomicAdd(s, y[i]);
    }
    if (i == 0)
      printf("block %u of %u has the first chunk\n", blockIdx.x, gridDim.x);
  }
}

__global__ void start(double *s) {
  next_chunk = 0;
  *s = 0;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  int device = -1, count = 0, processors = 0, warp = 0, blocks = 0, grid = 0, threads = 0, least = 0, most = 0;
  hipDeviceProp_t p;
  HIP_CHECK(hipGetDeviceCount(&count));
  HIP_CHECK(hipGetDevice(&device));
  HIP_CHECK(hipGetDeviceProperties(&p, device));
  HIP_CHECK(hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device));
  HIP_CHECK(hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, device));
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 256, 0));
  HIP_CHECK(hipOccupancyMaxPotentialBlockSize(&grid, &threads, work, 0, 256));
  HIP_CHECK(hipDeviceGetStreamPriorityRange(&least, &most));
  hipFuncAttributes attributes;
  HIP_CHECK(hipFuncGetAttributes(&attributes, (const void *)work));
  size_t free_bytes = 0, all_bytes = 0;
  HIP_CHECK(hipMemGetInfo(&free_bytes, &all_bytes));
  bool sound = count > 0 && p.multiProcessorCount == processors && p.warpSize == warp && p.maxThreadsPerBlock >= 256 &&
               p.sharedMemPerBlock >= 32768 && p.regsPerBlock > 0 && p.l2CacheSize > 0 && p.totalGlobalMem > 0 && blocks > 0 &&
               grid > 0 && threads > 0 && threads <= 256 && attributes.maxThreadsPerBlock > 0 && free_bytes > 0 && free_bytes <= all_bytes;
  hipStream_t stream;
  HIP_CHECK(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, most));
  start<<<1, 1, 0, stream>>>(s);
  HIP_CHECK(hipGetLastError());
  if (sound)
    work<<<processors * blocks, 256, 0, stream>>>(x, y, s, alpha, n);
  HIP_CHECK(hipPeekAtLastError());
  HIP_CHECK(hipStreamSynchronize(stream));
  HIP_CHECK(hipStreamDestroy(stream));
}
