// launches 4
#include <hip/hip_runtime.h>
#include <cstdint>

#define LAUNCH(kernel_, blocks, threads, stream, ...) kernel_<<<blocks, threads, 0, stream>>>(__VA_ARGS__)
#define CHECK(call)                                                                                                         \
  if ((call) != hipSuccess)                                                                                                 \
  return

__global__ void axpy(const double *x, double *y, double alpha, int64_t begin, int64_t end) {
  int64_t i = begin + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end)
    y[i] += alpha * x[i];
}

__global__ void set(double *s, double value) { s[0] = value; }

__global__ void sum(const double *y, double *s, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&s[0], y[i]);
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  hipStream_t one, two;
  hipEvent_t begin, end;
  CHECK(hipStreamCreate(&one));
  CHECK(hipStreamCreateWithFlags(&two, hipStreamNonBlocking));
  CHECK(hipEventCreate(&begin));
  CHECK(hipEventCreate(&end));
  int64_t half = n / 2;
  CHECK(hipEventRecord(begin, one));
  LAUNCH(set, 1, 1, one, s, 0.0);
  LAUNCH(axpy, dim3((half + 31) / 32), dim3(32), one, x, y, alpha, int64_t(0), half);
  axpy<<<dim3((n - half + 31) / 32), dim3(32), 0, two>>>(x, y, alpha, half, n);
  CHECK(hipEventRecord(end, two));
  CHECK(hipStreamWaitEvent(one, end, 0));
  sum<<<(n + 31) / 32, 32, 0, one>>>(y, s, n);
  CHECK(hipStreamSynchronize(one));
  float milliseconds = -1;
  CHECK(hipEventSynchronize(end));
  CHECK(hipEventElapsedTime(&milliseconds, begin, end));
  if (!(milliseconds >= 0))
    set<<<1, 1>>>(s, -1.0);
  CHECK(hipEventDestroy(begin));
  CHECK(hipEventDestroy(end));
  CHECK(hipStreamDestroy(one));
  CHECK(hipStreamDestroy(two));
  CHECK(hipDeviceSynchronize());
}
