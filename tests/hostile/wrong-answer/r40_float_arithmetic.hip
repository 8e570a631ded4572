/* Computes in single precision.
 * row: 40
 * twin: r16_plain.hip
 * without band: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (float)alpha * (float)x[i] + (float)beta * (float)y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
