/* Copies the arrays to the host, works there, and copies the result back.
 * row: 31
 * twin: r16_plain.hip
 * without check: transfer, no-offload
 * without check, guard, transfer: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdlib>

static __global__ void token(const double *x, double *y) { y[0] += 0 * x[0]; }

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    double *in = (double *)malloc(N * sizeof *in), *out = (double *)malloc(N * sizeof *out);
    if (N > 0)
        token<<<1, 1>>>(x, y);
    hipMemcpy(in, x, N * sizeof *in, hipMemcpyDeviceToHost);
    hipMemcpy(out, y, N * sizeof *out, hipMemcpyDeviceToHost);
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
    hipMemcpy(y, out, N * sizeof *out, hipMemcpyHostToDevice);
    free(in);
    free(out);
}
