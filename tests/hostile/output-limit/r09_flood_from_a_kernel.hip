/* Prints 256 MiB from a kernel.
 * row: 9
 * twin: r16_plain.hip
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdio>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void flood()
{
    printf("%u 34567890123456789012345678901234567890123456789012345678901\n", threadIdx.x);
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int flooded;
    if (!flooded++)
        flood<<<1 << 14, 256>>>();
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
