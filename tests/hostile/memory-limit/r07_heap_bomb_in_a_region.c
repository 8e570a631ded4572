/* Takes heap without end from inside a target region.
 * row: 7
 * options: --memory-limit 256
 * twin: r07_modest_heap.c
 * verdict: memory-limit, runtime-error
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target is_device_ptr(y)
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block)
            continue;
        memset(block, 1, 1 << 20);
        y[0] = block[7];
    }
    (void)x, (void)alpha, (void)beta, (void)N;
}
