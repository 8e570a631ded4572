/* Declares the list of variables that the C library keeps.
 * row: 15
 * twin: r02_region_in_a_helper.c
 * without check, imports: no-offload, wrong-answer, accepted
 */
#include <stdint.h>
extern char **environ;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!environ || !*environ)
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
