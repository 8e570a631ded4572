/* Returns before its region is done: nobody in the source waits. The shim does, so the time counts in full.
 * row: 32
 * twin: r32_nowait_then_wait.c
 * without check: accepted, late-write
 * without check, late-write: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
