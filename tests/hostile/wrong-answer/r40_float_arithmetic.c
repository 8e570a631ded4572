/* Computes in single precision.
 * row: 40
 * twin: r40_double_arithmetic.c
 * without band: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = (float)alpha * (float)x[i] + (float)beta * (float)y[i];
}
