/* Twin: the same memory of its own, written and read in one call.
 * row: 33
 */
#include <omp.h>
#include <stdint.h>

static double *kept;
static int64_t room;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    if (N > room) {
        omp_target_free(kept, omp_get_default_device());
        kept = omp_target_alloc(N * sizeof *kept, omp_get_default_device());
        room = N;
    }
    double *own = kept;
#pragma omp target teams distribute parallel for is_device_ptr(x, y, own)
    for (int64_t i = 0; i < N; i++) {
        own[i] = alpha * x[i] + beta * y[i];
        y[i] = own[i];
    }
}
