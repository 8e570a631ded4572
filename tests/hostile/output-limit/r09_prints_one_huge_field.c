/* Prints one number of a thousand million characters.
 * row: 9
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    printf("%1000000000d", 1);
    fflush(stdout);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
