/* An initialised array of 64 GiB: an object file that fills a disk.
 * row: 17
 * twin: r17_small_macro.c
 */
#include <stdint.h>

static volatile char giant[1ull << 36] = {1};

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha += giant[N] - 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
