/* Recurses without end.
 * row: 7
 * twin: r07_modest_heap.c
 * verdict: runtime-error, memory-limit
 */
#include <stdint.h>

static int deeper(volatile char *above)
{
    volatile char frame[4096];
    frame[0] = above[0];
    return deeper(frame) + frame[1];
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile char frame[1] = {1};
    alpha += deeper(frame);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
