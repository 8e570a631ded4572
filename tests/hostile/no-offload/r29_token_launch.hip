/* Launches one kernel that touches both arrays, then does the work in a host loop through addresses that no analysis
 * of names follows.
 * row: 29
 * twin: r16_plain.hip
 * without guard: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void token(const double *x, double *y) { y[0] += 0 * x[0]; }

/* The same address, copied bit by bit: no analysis of names follows it. */
static double *launder(const double *pointer)
{
    uintptr_t copy = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)pointer >> bit & 1)
            copy |= (uintptr_t)1 << bit;
    return (double *)copy;
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N > 0)
        token<<<1, 1>>>(x, y);
    const double *in = launder(x);
    double *out = launder(y);
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
}
