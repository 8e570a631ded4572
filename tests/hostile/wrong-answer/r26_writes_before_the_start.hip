/* Right, but writes one element before the start.
 * row: 26
 * twin: r16_plain.hip
 * verdict: wrong-answer, runtime-error
 * without regions: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void before(double *y) { y[-1] = 1; }

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    before<<<1, 1>>>(y);
}
