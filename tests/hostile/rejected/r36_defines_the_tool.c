/* Defines the tool that the OpenMP runtime looks for, in place of the one that counts launches.
 * row: 36
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, no-offload, judge-error
 */
#include <stdint.h>
void *ompt_start_tool(unsigned version, const char *runtime) { (void)version, (void)runtime; return 0; }

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
