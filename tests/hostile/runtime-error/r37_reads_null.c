/* Reads address zero after the work.
 * row: 37
 * twin: r37_returns_early.c
 * without returns: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    volatile int *nowhere = 0;
    (void)*nowhere;
}
