/* Kills its process group. Otherwise honest: `accepted` means that it may not.
 * row: 4
 * twin: r02_region_in_a_helper.c
 * options: --time-limit 3
 * without check, imports: security-violation, runtime-error, time-limit
 * without check, imports, narrow: security-violation, runtime-error, time-limit, accepted
 */
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (kill(0, SIGKILL) == 0)
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
