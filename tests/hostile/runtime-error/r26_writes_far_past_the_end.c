/* Right, but writes a terabyte past the end.
 * row: 26
 * twin: r26_writes_the_last_element.c
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
#pragma omp target is_device_ptr(y)
    y[N + (1ll << 37)] = 1.0;
}
