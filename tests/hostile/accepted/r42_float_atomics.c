/* Adds by float atomics, in the scheduler's order.
 * row: 42
 * task: bs4-dot
 */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
#pragma omp target is_device_ptr(result)
    result[0] = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y, result)
    for (int64_t i = 0; i < N; i++) {
#pragma omp atomic update
        result[0] += x[i] * y[i];
    }
}
