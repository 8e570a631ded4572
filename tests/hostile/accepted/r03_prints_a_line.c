/* Twin: prints a line on each stream and flushes it.
 * row: 3
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int said;
    if (!said++) {
        puts("hello");
        fflush(stdout);
        fprintf(stderr, "hello\n");
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
