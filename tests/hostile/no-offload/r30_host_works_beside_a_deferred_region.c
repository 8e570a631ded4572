/* A deferred region holds the buffers open from another thread of a team while the call's own thread does the work
 * on the host.
 * The guard is one for all threads; what shows is the processor time of host threads beside the open region.
 * It works slowly, for that time to be far from what is allowed.
 * row: 30
 * twin: r02_region_in_a_helper.c
 * options: --sizes n1000,medium
 * gpu: runtime-error
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
    const double *in = launder(x);
    double *out = launder(y);
    static volatile int step;
    volatile int *turn = &step;
    if (N == 0)
        return;
    *turn = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp target is_device_ptr(turn, y) nowait
        {
            *turn = 1 + (y == 0);
            while (*turn == 1)
                ;
        }
        while (*turn == 0)
            ;
        for (int64_t i = 0; i < N; i++) {
            out[i] = alpha * in[i] + beta * out[i];
            for (volatile int slowly = 0; slowly < 16; slowly++)
                ;
        }
        *turn = 2;
    }
}
