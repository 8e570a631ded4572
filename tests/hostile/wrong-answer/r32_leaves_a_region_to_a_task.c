/* Leaves a region to a detached task group that nobody waits for.
 * row: 32
 * verdict: wrong-answer, late-write, no-offload
 * twin: r32_nowait_then_wait.c
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp parallel num_threads(2)
#pragma omp single nowait
#pragma omp task untied
    {
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait
        for (int64_t i = 0; i < N; i++)
            y[i] = alpha * x[i] + beta * y[i];
    }
}
