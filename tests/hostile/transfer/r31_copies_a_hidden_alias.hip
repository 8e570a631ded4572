/* Copies through addresses that no analysis of names follows, works on the host, and copies back.
 * row: 31
 * twin: r16_plain.hip
 * without transfer: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdlib>

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
    double *from = launder(x), *to = launder(y);
    double *in = (double *)malloc(N * sizeof *in), *out = (double *)malloc(N * sizeof *out);
    if (N > 0)
        token<<<1, 1>>>(x, y);
    hipMemcpy(in, from, N * sizeof *in, hipMemcpyDeviceToHost);
    hipMemcpy(out, to, N * sizeof *out, hipMemcpyDeviceToHost);
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
    hipMemcpy(to, out, N * sizeof *out, hipMemcpyHostToDevice);
    free(in);
    free(out);
}
