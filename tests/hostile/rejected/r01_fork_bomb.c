/* Forks without end.
 * row: 1
 * twin: r01_team_of_threads.c
 * options: --time-limit 2
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: runtime-error, time-limit, memory-limit, security-violation
 */
#include <stdint.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (;;)
        fork();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
