/* Adds device memory that it allocated and never wrote, hoping that it is zero: on an H200 it was, and the answer right, until
 * the runner poisoned it.
 * row: 28
 * twin: r16_plain.hip
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, const double *stale, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i] + stale[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double *stale;
    if (N == 0 || hipMalloc(&stale, N * sizeof *stale) != hipSuccess)
        return;
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, stale, alpha, beta, N);
    hipFree(stale);
}
