/* Defines the functions that read clocks.
 * row: 36
 * twin: r36_asks_the_time.c
 * without check: rejected
 * without check, imports: accepted, build-failed
 */
#include <stdint.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    now->tv_sec = clock;
    now->tv_nsec = 0;
    return 0;
}

double omp_get_wtime(void)
{
    return 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
