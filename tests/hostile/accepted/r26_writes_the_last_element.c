/* Twin: writes the first and the last element once more, with what is there.
 * row: 26
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
#pragma omp target is_device_ptr(y)
    if (N > 0) {
        volatile double *ends = y;
        ends[0] = ends[0];
        ends[N - 1] = ends[N - 1];
    }
}
