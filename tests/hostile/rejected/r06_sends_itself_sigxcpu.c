/* Ends itself by SIGXCPU, which a judge that trusts signal numbers takes for a limit.
 * row: 6
 * twin: r02_region_in_a_helper.c
 * without check, imports: runtime-error, security-violation
 * without check, imports, narrow: runtime-error, security-violation
 */
#include <signal.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    raise(SIGXCPU);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
