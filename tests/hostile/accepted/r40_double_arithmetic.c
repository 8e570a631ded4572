/* Twin: fused multiply-adds, another rounding of the same precision.
 * row: 40
 */
#include <math.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = fma(alpha, x[i], beta * y[i]);
}
