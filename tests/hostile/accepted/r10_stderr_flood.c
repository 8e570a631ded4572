/* Prints 64 MiB to standard error: judged as usual, the text is cut.
 * row: 10
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int flooded;
    for (int i = 0; !flooded && i < 1 << 20; i++)
        fputs("012345678901234567890123456789012345678901234567890123456789012\n", stderr);
    flooded = 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
