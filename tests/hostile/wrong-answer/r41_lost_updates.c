/* Every thread adds to one element without an atomic.
 * row: 41
 * task: bs4-dot
 * twin: r42_float_atomics.c
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
    volatile double *sum = result;
#pragma omp target is_device_ptr(sum)
    *sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) is_device_ptr(x, y, sum)
    for (int64_t i = 0; i < N; i++)
        *sum = *sum + x[i] * y[i];
}
