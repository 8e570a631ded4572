/* Two threads read the sum before either has written it, and then both write. The barrier makes it so on a machine that is
 * too busy to run both at a time, where additions without an atomic are right by luck.
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
#pragma omp target parallel num_threads(2) is_device_ptr(x, y, sum)
    {
        double before = *sum, own = 0;
#pragma omp barrier
#pragma omp for
        for (int64_t i = 0; i < N; i++)
            own += x[i] * y[i];
        *sum = before + own;
    }
}
