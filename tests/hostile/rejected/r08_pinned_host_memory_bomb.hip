/* Pins host memory without end.
 * row: 8
 * twin: r16_plain.hip
 * without check: build-failed, rejected
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (void *block;;)
        hipHostMalloc(&block, 1 << 24, 0);
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
