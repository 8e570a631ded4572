/* Launches a token region, then works on host threads.
 * row: 30
 * gpu: runtime-error
 * twin: r02_region_in_a_helper.c
 * without guard: accepted
 */
#include <stdint.h>

/* The same address, copied bit by bit: no analysis of names follows it. */
static double *launder(const double *pointer)
{
    uintptr_t copy = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)pointer >> bit & 1)
            copy |= (uintptr_t)1 << bit;
    return (double *)copy;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target is_device_ptr(x, y)
    if (N > 0)
        y[0] = y[0] + 0 * x[0];
    const double *in = launder(x);
    double *out = launder(y);
#pragma omp parallel for
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
}
