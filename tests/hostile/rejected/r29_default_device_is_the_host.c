/* Makes the host the default device.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check, imports: no-offload, runtime-error
 * without check, imports, guard, launches: accepted
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    omp_set_default_device(omp_get_initial_device());
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
