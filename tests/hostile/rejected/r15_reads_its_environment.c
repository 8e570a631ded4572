/* Looks for a variable of the judge's environment in its own. The work is done only if that succeeds, so
 * `accepted` would mean that it got through.
 * row: 15
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <stdlib.h>

static int attack(void)
{
    return getenv("JUDGE_HOSTILE_SECRET") || getenv("HOME") || getenv("PATH");
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
