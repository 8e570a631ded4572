/* Scales the input in the first call of each size and uses that in all later ones.
 * row: 35
 * twin: r33_keeps_nothing_between_calls.c
 * without rotation: accepted
 */
#include <omp.h>
#include <stdint.h>

static double *scaled, known_alpha;
static int64_t known_n = -1;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    int device = omp_get_default_device();
    if (N != known_n || alpha != known_alpha) {
        omp_target_free(scaled, device);
        double *to = scaled = omp_target_alloc(N * sizeof *to, device);
#pragma omp target teams distribute parallel for is_device_ptr(x, to)
        for (int64_t i = 0; i < N; i++)
            to[i] = alpha * x[i];
        known_n = N, known_alpha = alpha;
    }
    double *from = scaled;
#pragma omp target teams distribute parallel for is_device_ptr(from, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = from[i] + beta * y[i];
}
