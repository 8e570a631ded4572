/* Makes the compiler call itself without end: optimised, it never runs out of stack.
 * row: 18
 * twin: r16_own_headers.c
 * without check: build-failed
 */
#pragma clang __debug overflow_stack
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
