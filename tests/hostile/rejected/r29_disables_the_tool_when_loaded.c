/* A constructor turns the tools interface off, so that nobody counts; `accepted` would need launches that were
 * counted.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, no-offload, runtime-error
 */
#include <stdint.h>
#include <stdlib.h>

__attribute__((constructor)) static void disable(void)
{
    setenv("OMP_TOOL", "disabled", 1);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
