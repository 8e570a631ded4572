/* Right, but stores to an input, if only what is there.
 * row: 27
 * twin: r26_writes_the_last_element.c
 * names: x
 * without readonly: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
#pragma omp target is_device_ptr(x)
    if (N > 0) {
        volatile double *input = (double *)x;
        input[0] = input[0];
    }
}
