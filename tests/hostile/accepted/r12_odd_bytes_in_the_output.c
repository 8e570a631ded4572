/* Prints escape sequences, NUL bytes and broken UTF-8, which must not reach a terminal as they are.
 * row: 12
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static const char odd[] = "\033]0;owned\007\033[2J\033[31m\0\xff\xfe\xc3\x28\r\b\b\n";
    static int said;
    if (!said++) {
        fwrite(odd, 1, sizeof odd, stdout);
        fwrite(odd, 1, sizeof odd, stderr);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
