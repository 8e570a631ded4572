/* Twin: the same macros, eight additions of nothing.
 * row: 17
 */
#include <stdint.h>

#define A0 + 0.0
#define A1 A0 A0
#define A2 A1 A1
#define A3 A2 A2

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha = alpha A3;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
