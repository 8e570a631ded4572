/* Twin: work split between two functions of one process.
 * row: 2
 */
#include <stdint.h>

static void part(const double *x, double *y, double alpha, double beta, int64_t from, int64_t to)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = from; i < to; i++)
        y[i] = alpha * x[i] + beta * y[i];
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    part(x, y, alpha, beta, 0, N / 2);
    part(x, y, alpha, beta, N / 2, N);
}
