/* Adds device memory that it allocated and never wrote, hoping that it is zero.
 * row: 28
 * twin: r08_own_device_memory.c
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    int device = omp_get_default_device();
    double *stale = omp_target_alloc(N * sizeof *stale, device);
#pragma omp target teams distribute parallel for is_device_ptr(x, y, stale)
    for (int64_t i = 0; i < N; i++) {
        y[i] = alpha * x[i] + beta * y[i] + stale[i];
        stale[i] = y[i] + 1;
    }
    omp_target_free(stale, device);
}
