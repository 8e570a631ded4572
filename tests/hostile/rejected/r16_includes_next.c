/* Includes a file of the host as the next of its name.
 * row: 16
 * twin: r02_region_in_a_helper.c
 */
#include <stdint.h>
#include_next "/etc/shadow"

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
