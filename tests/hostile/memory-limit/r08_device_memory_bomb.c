/* Takes device memory without end, touches it, and dies when there is no more.
 * row: 8
 * options: --memory-limit 256
 * twin: r08_own_device_memory.c
 * verdict: memory-limit, runtime-error
 */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    const int64_t count = 1 << 22;
    for (;;) {
        double *own = omp_target_alloc(count * sizeof *own, omp_get_default_device());
        if (!own)
            abort();
#pragma omp target teams distribute parallel for is_device_ptr(own, y)
        for (int64_t i = 0; i < count; i++)
            own[i] = y[0] + 1;
    }
    (void)x, (void)alpha, (void)beta, (void)N;
}
