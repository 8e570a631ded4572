/* A metadirective whose host branch is the one that runs.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check: no-offload
 * without check, guard, launches: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp metadirective when(device = {kind(host)} : parallel for) \
    default(target teams distribute parallel for is_device_ptr(x, y))
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
