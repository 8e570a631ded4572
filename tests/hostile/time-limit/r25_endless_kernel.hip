/* A kernel that never ends. On a GPU the device is probed afterwards.
 * row: 25
 * twin: r16_plain.hip
 * options: --time-limit 1
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void wait(const volatile double *y)
{
    while (*y != 12345.0)
        ;
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    wait<<<1, 1>>>(y);
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
