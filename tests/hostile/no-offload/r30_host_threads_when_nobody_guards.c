/* Works on the device in the first calls, which are checked behind the guard; then launches a token region and works
 * on host threads. A timed call has its arrays open where closing them would cost too much; its processor time shows.
 * It works slowly, for that time to be far from what is allowed.
 * row: 30
 * twin: r02_region_in_a_helper.c
 * options: --sizes medium --budget 1
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
    static int calls;
    if (++calls <= 4) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
        for (int64_t i = 0; i < N; i++)
            y[i] = alpha * x[i] + beta * y[i];
        return;
    }
#pragma omp target is_device_ptr(x, y)
    if (N > 0)
        y[0] = y[0] + 0 * x[0];
    const double *in = launder(x);
    double *out = launder(y);
#pragma omp parallel for
    for (int64_t i = 0; i < N; i++) {
        out[i] = alpha * in[i] + beta * out[i];
        for (volatile int slowly = 0; slowly < 16; slowly++)
            ;
    }
}
