/* Declares that host and device share memory, so that a map moves nothing.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, build-failed, no-offload
 */
#include <stdint.h>
#pragma omp requires unified_shared_memory

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
