/* Takes denormal numbers for zeros from now on, and never goes back: gone with the process.
 * row: 38
 * twin: r36_asks_the_time.c
 */
#include <stdint.h>
#include <xmmintrin.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    _mm_setcsr(_mm_getcsr() | 0x8040);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
