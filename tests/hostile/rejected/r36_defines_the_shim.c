/* Defines the entry point that the judge calls.
 * row: 36
 * twin: r02_region_in_a_helper.c
 * without check, imports: build-failed
 */
#include <stdint.h>
int judge_warm(void) { return 0; }
void judge_call(void **arguments) { (void)arguments; }

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
