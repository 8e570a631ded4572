/* Twin: maps scalars of its own both ways.
 * row: 31
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double scale = alpha, done = 0;
#pragma omp target is_device_ptr(y) map(to : scale) map(from : done)
    done = scale * (y != 0);
    alpha += 0 * done;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
