/* Right, but stores to an input, if only what is there.
 * row: 27
 * twin: r16_plain.hip
 * names: x
 * without readonly: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void store(const double *x)
{
    volatile double *input = (double *)x;
    input[0] = input[0];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    if (N > 0)
        store<<<1, 1>>>(x);
}
