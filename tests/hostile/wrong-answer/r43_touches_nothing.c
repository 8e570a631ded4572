/* Launches and touches one element: faster than memory allows, which the floor sees even when nobody looks at the
 * answers.
 * row: 43
 * twin: r26_writes_the_last_element.c
 * options: --sizes medium --budget 3
 * without answers: impossible
 * without answers, floor: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    (void)alpha, (void)beta;
#pragma omp target is_device_ptr(x, y)
    if (N > 0)
        y[0] = y[0] + 0 * x[0];
}
