/* Spins before its work.
 * row: 5
 * twin: r05_slow_but_finishes.c
 * options: --time-limit 1
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile int go = 0;
    while (!go)
        ;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
