/* A constructor that never returns.
 * row: 35
 * twin: r35_table_in_the_call.c
 * options: --time-limit 1
 * without check, imports: time-limit
 */
#include <stdint.h>

__attribute__((constructor)) static void spin(void)
{
    for (volatile int go = 0; !go;)
        ;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
