/* Twin: a thousand launches on memory of its own, then the work.
 * row: 5
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int device = omp_get_default_device();
    double *own = omp_target_alloc(sizeof *own, device);
    for (int k = 0; k < 1000; k++) {
#pragma omp target is_device_ptr(own)
        *own = k;
    }
    omp_target_free(own, device);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
