/* A target region that its `if` sends to the host.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check: no-offload, runtime-error, build-failed
 * without check, guard, launches: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for if(target : N < 0) is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
