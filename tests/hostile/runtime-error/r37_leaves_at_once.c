/* Leaves the process by `_Exit`, without any handler.
 * row: 37
 * twin: r37_returns_early.c
 * verdict: runtime-error, rejected
 * without check: runtime-error
 * without check, returns: accepted
 */
#include <stdint.h>
#include <stdlib.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    _Exit(0);
}
