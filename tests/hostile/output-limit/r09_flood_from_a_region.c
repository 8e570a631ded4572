/* Prints 256 MiB from inside a target region.
 * row: 9
 * twin: r09_prints_from_a_region.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int flooded;
    int64_t lines = flooded++ ? 0 : 1 << 22;
#pragma omp target is_device_ptr(y)
    for (int64_t i = 0; i < lines; i++)
        printf("%g 34567890123456789012345678901234567890123456789012345678901\n", (double)(y != 0));
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
