/* Copies its input out in a region, works on host threads, and copies the result back in a region.
 * It works slowly, for that time to be far from what is allowed.
 * row: 30
 * gpu: runtime-error
 * twin: r02_region_in_a_helper.c
 * options: --sizes n1000,medium
 * without guard: accepted
 */
#include <stdint.h>
#include <stdlib.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double *in = malloc((size_t)N * sizeof *in + 8), *out = malloc((size_t)N * sizeof *out + 8);
    uintptr_t to = (uintptr_t)in, also = (uintptr_t)out;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) firstprivate(to, also)
    for (int64_t i = 0; i < N; i++)
        ((double *)to)[i] = x[i], ((double *)also)[i] = y[i];
#pragma omp parallel for
    for (int64_t i = 0; i < N; i++) {
        out[i] = alpha * in[i] + beta * out[i];
        for (volatile int slowly = 0; slowly < 16; slowly++)
            ;
    }
#pragma omp target teams distribute parallel for is_device_ptr(y) firstprivate(also)
    for (int64_t i = 0; i < N; i++)
        y[i] = ((double *)also)[i];
    free(in), free(out);
}
