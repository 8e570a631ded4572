/* Launches on a stream of its own and returns without waiting. On the host device a launch is done when it returns.
 * row: 32
 * twin: r16_plain.hip
 * without check: accepted, late-write
 * without check, late-write: accepted
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
    static hipStream_t stream;
    if (!stream)
        hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    axpy<<<(unsigned)(N / 256 + 1), 256, 0, stream>>>(x, y, alpha, beta, N);
}
