/* Zeros everywhere.
 * row: 39
 * twin: r16_plain.hip
 * without answers: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void zero(double *y, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0;
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    zero<<<(unsigned)(N / 256 + 1), 256>>>(y, N);
    (void)x, (void)alpha, (void)beta;
}
