/* A constructor turns offload off before the runtime reads its environment.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check, imports: no-offload, runtime-error
 * without check, imports, mandatory: no-offload, runtime-error
 */
#include <stdint.h>
#include <stdlib.h>

__attribute__((constructor)) static void disable(void)
{
    setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
