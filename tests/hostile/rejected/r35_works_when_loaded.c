/* A constructor fills a table: work outside every call. Its time is load time, which is bounded and reported.
 * row: 35
 * twin: r35_table_in_the_call.c
 * without check, imports: accepted
 */
#include <stdint.h>

static double table[1 << 16];

__attribute__((constructor)) static void fill(void)
{
    for (int i = 0; i < 1 << 16; i++)
        table[i] = 1.0 / (i + 1);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha *= table[0];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
