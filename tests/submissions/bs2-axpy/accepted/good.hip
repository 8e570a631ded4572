// y = alpha x + beta y, with a loop that any grid covers.
#include <hip/hip_runtime.h>
#include <cstdint>

template <class T>
__global__ void __launch_bounds__(256) axpy(const T *__restrict__ x, T *__restrict__ y, T alpha, T beta, int64_t n) {
  int64_t stride = (int64_t)gridDim.x * blockDim.x;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  int64_t blocks = (N + 255) / 256;
  if (blocks > 0)
    hipLaunchKernelGGL(axpy<double>, dim3(blocks < 65535 ? blocks : 65535), dim3(256), 0, 0, x, y, alpha, beta, N);
}
