/* Forks without end.
 * row: 1
 * twin: r16_plain.hip
 * options: --time-limit 2
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: runtime-error, time-limit, memory-limit, security-violation
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <unistd.h>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (;;)
        fork();
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
