/* An assertion fails on the device, after the work.
 * row: 37
 * twin: r16_plain.hip
 * without returns: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cassert>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void check(double alpha) { assert(alpha > 1e9); }

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    check<<<1, 1>>>(alpha);
}
