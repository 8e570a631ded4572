/* Takes heap without end and touches all of it.
 * row: 7
 * options: --memory-limit 256
 * twin: r07_modest_heap.c
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (;;) {
        char *block = malloc(1 << 24);
        if (block)
            memset(block, 1, 1 << 24);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
