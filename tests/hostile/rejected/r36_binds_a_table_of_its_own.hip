/* Defines the function by which the runner hands over its table, to be told of everything first.
 * row: 36
 * twin: r16_plain.hip
 * without check: rejected, build-failed
 * without check, imports: build-failed
 */
#include <hip/hip_runtime.h>
#include <cstdint>

extern "C" void judge_hip_bind(const void *table) { (void)table; }

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
