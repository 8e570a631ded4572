/* Rounds upwards from now on, and never goes back: gone with the process.
 * row: 38
 * twin: r36_asks_the_time.c
 * verdict: accepted, wrong-answer
 */
#include <fenv.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    fesetround(FE_UPWARD);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
