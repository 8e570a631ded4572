/* Maps the arrays through addresses that no analysis of names follows: they travel to another device copy and
 * back.
 * row: 31
 * twin: r31_maps_a_scalar.c
 * without transfer: accepted
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
    double *in = launder(x);
    double *out = launder(y);
#pragma omp target teams distribute parallel for map(to : in[0 : N]) map(tofrom : out[0 : N])
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
#pragma omp target is_device_ptr(x, y)
    if (N < 0)
        y[0] = x[0];
}
