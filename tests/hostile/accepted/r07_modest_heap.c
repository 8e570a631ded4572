/* Twin: 16 MiB of heap and 1 MiB of stack, given back.
 * row: 7
 * options: --memory-limit 256
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile char stack[1 << 20];
    for (int i = 0; i < 1 << 20; i += 4096)
        stack[i] = 1;
    char *block = malloc(1 << 24);
    if (!block)
        return;
    memset(block, stack[0], 1 << 24);
    free(block);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
