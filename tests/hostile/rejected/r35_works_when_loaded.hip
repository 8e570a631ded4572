/* A constructor fills a table: work outside every call.
 * row: 35
 * twin: r16_plain.hip
 * without check, imports: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static double table[1 << 16];

__attribute__((constructor)) static void fill()
{
    for (int i = 0; i < 1 << 16; i++)
        table[i] = 1.0 / (i + 1);
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha * table[0], beta, N);
}
