/* Twin: takes much memory of its own in every call and gives it back. Whoever judges fills it first, on the host; that is
 * not the submission's work.
 * row: 30
 * options: --sizes n1000,medium
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double *own = (double *)omp_target_alloc(64 << 20, omp_get_default_device());
#pragma omp target teams distribute parallel for is_device_ptr(x, y, own)
    for (int64_t i = 0; i < N; i++) {
        own[i] = alpha * x[i];
        y[i] = own[i] + beta * y[i];
    }
    omp_target_free(own, omp_get_default_device());
}
