/* A copy of an input.
 * row: 39
 * twin: r26_writes_the_last_element.c
 * without answers: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = x[i];
}
