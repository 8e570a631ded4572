/* A detached task, whose event another task fulfils: done is not when it is done.
 * row: 32
 * twin: r32_nowait_then_wait.c
 * without check: accepted, late-write, rejected, runtime-error, time-limit
 * without check, imports: accepted, late-write, wrong-answer, time-limit, no-offload
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    omp_event_handle_t event;
#pragma omp task detach(event)
    {
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait
        for (int64_t i = 0; i < N; i++)
            y[i] = alpha * x[i] + beta * y[i];
    }
    omp_fulfill_event(event);
}
