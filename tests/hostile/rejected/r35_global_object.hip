/* A global object's constructor runs when the object is loaded.
 * row: 35
 * twin: r16_plain.hip
 * without check: rejected, accepted
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

struct Table {
    double *first;
    Table();
};

static double numbers[1 << 16];

Table::Table() : first(numbers)
{
    for (int i = 0; i < 1 << 16; i++)
        numbers[i] = 1.0 / (i + 1);
}

static Table table;

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha * *table.first, beta, N);
}
