/* Launches a token and calls a function for the device from the host, which a GPU's compiler refuses.
 * row: 29
 * twin: r16_plain.hip
 * verdict: no-offload, build-failed, rejected
 * without guard: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void token(const double *x, double *y) { y[0] += 0 * x[0]; }

static __device__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N > 0)
        token<<<1, 1>>>(x, y);
    axpy(x, y, alpha, beta, N);
}
