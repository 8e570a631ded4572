/* Twin: a device array of its own for the scaled input.
 * row: 8
 * options: --memory-limit 256
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    int device = omp_get_default_device();
    double *scaled = omp_target_alloc(N * sizeof *scaled, device);
#pragma omp target teams distribute parallel for is_device_ptr(x, scaled)
    for (int64_t i = 0; i < N; i++)
        scaled[i] = alpha * x[i];
#pragma omp target teams distribute parallel for is_device_ptr(scaled, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = scaled[i] + beta * y[i];
    omp_target_free(scaled, device);
}
