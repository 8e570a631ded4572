/* A counter on the device: works on the first calls and is idle afterwards.
 * row: 34
 * twin: r16_plain.hip
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ unsigned calls;

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n && calls < 2)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void count() { calls++; }

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    count<<<1, 1>>>();
}
