/* Divides an integer by zero in a region.
 * row: 37
 * twin: r37_returns_early.c
 * verdict: runtime-error, wrong-answer
 * without returns: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    int quotient = 0;
#pragma omp target is_device_ptr(y) map(tofrom : quotient)
    {
        volatile int zero = quotient * (y != 0);
        quotient = 12345 / zero;
    }
}
