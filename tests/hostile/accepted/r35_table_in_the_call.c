/* Twin: the same table, filled in the first call.
 * row: 35
 */
#include <stdint.h>

static double table[1 << 16];

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (int i = 0; table[0] == 0 && i < 1 << 16; i++)
        table[(1 << 16) - 1 - i] = 1.0 / ((1 << 16) - i);
    alpha *= table[0];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
