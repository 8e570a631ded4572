/* Twin: asks the runtime for the time.
 * row: 36
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double begin = omp_get_wtime();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    if (omp_get_wtime() < begin)
        y = 0;
}
