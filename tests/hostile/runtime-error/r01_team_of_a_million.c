/* Asks for more threads than a jail may have.
 * row: 1
 * twin: r01_team_of_threads.c
 * options: --time-limit 2
 * verdict: runtime-error, memory-limit, time-limit
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int members = 0;
#pragma omp parallel num_threads(1000000) reduction(+ : members)
    members += 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i] + (members < 0);
}
