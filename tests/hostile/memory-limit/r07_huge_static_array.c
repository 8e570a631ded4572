/* A static array of 64 GiB, touched from end to end.
 * row: 7
 * options: --memory-limit 256
 * twin: r07_modest_heap.c
 * verdict: memory-limit, runtime-error, build-failed
 */
#include <stdint.h>

static char huge[1ull << 36];

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile char *block = huge;
    for (uint64_t i = 0; i < sizeof huge; i += 4096)
        block[i] = 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
