/* Prints escape sequences and broken UTF-8 to standard error, then dies: the judge shows the last words of the
 * dead.
 * row: 12
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static const char odd[] = "\033]0;owned\007\033[2J\033[31m\0\xff\xfe\xc3\x28\r\b\b\n";
    fwrite(odd, 1, sizeof odd, stderr);
    __builtin_trap();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
