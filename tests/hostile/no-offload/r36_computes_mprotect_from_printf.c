/* Finds mprotect at its distance from printf in the C library, opens its arrays with it and works on host threads.
 * row: 36
 * twin: r02_region_in_a_helper.c
 * options: --sizes n1000,medium
 * without guard: accepted, no-offload
 * verdict: no-offload, runtime-error, security-violation
 */
#include <stdint.h>
#include <stdio.h>

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
    int (*protect)(void *, unsigned long, int) = (int (*)(void *, unsigned long, int))((uintptr_t)printf + (717952));
    protect((void *)((uintptr_t)in & ~4095ul), (unsigned long)N * 8 + 4096, 1);
    protect((void *)((uintptr_t)out & ~4095ul), (unsigned long)N * 8 + 4096, 3);
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
}
