/* Reads what a neighbouring thread writes in the same loop, without a wait: adds y as it was or as it has become.
 * row: 41
 * twin: r40_double_arithmetic.c
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile double *shared = y;
#pragma omp target teams distribute parallel for is_device_ptr(x, shared)
    for (int64_t i = 0; i < N; i++) {
        double neighbour = i + 1 < N ? shared[i + 1] : 0, before = i > 0 ? shared[i - 1] : 0;
        shared[i] = alpha * x[i] + beta * shared[i] + 1e-6 * (neighbour - before) * (N > 2);
    }
}
