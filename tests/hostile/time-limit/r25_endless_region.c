/* A target region that never ends. On a GPU the device is probed afterwards.
 * row: 25
 * twin: r05_slow_but_finishes.c
 * options: --time-limit 1
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target is_device_ptr(y)
    while (*(volatile double *)y != 12345.0)
        ;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
