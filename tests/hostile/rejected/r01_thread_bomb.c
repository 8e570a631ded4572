/* Starts threads without end, each asleep.
 * row: 1
 * twin: r01_team_of_threads.c
 * options: --time-limit 2
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: runtime-error, time-limit, memory-limit, security-violation
 */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static void *idle(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (pthread_t thread;;)
        pthread_create(&thread, 0, idle, 0);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
