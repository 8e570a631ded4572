/* Takes device memory without end, touches it, and dies when there is no more.
 * row: 8
 * twin: r16_plain.hip
 * options: --memory-limit 256
 * verdict: memory-limit, runtime-error
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(N + 255) / 256, 256>>>(x, y, alpha, beta, N);
    for (;;) {
        double *own;
        const int64_t count = 1 << 22;
        if (hipMalloc(&own, count * sizeof *own) != hipSuccess)
            __builtin_trap();
        axpy<<<count / 256, 256>>>(own, own, alpha, beta, count);
    }
}
