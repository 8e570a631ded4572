/* Jumps out of the call with the compiler's own jump, after the work.
 * row: 37
 * twin: r02_region_in_a_helper.c
 * without returns: accepted
 */
#include <stdint.h>
static void *where[5];

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    where[0] = where[1] = where[2] = (void *)16;
    __builtin_longjmp(where, 1);
}
