/* Prints 256 MiB, then works.
 * row: 9
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int flooded;
    for (int64_t i = 0; !flooded && i < 1 << 22; i++)
        puts("0123456789012345678901234567890123456789012345678901234567890");
    flooded = 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
