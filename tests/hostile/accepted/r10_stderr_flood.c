/* Prints 64 MiB to standard error: judged as usual, the text is cut.
 * row: 10
 * twin: r03_prints_a_line.c
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static char words[1 << 16];
    static int flooded;
    for (unsigned i = 0; i < sizeof words; i++)
        words[i] = i % 64 == 63 ? '\n' : '0' + i % 8;
    for (int i = 0; !flooded && i < 1 << 10; i++)
        fwrite(words, 1, sizeof words, stderr);
    flooded = 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
