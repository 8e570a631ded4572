/* Has the compiler unroll a loop of a thousand million rounds.
 * row: 17
 * twin: r17_small_macro.c
 * verdict: time-limit, build-failed
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++) {
        double sum = 0;
#pragma omp unroll full
        for (int j = 0; j < 1000000000; j++)
            sum += j * x[i] * 0;
        y[i] = alpha * x[i] + beta * y[i] + sum;
    }
}
