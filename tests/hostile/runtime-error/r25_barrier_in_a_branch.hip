/* A barrier that half of a block never comes to: a GPU may hang, the host device says where it is.
 * row: 25
 * gpu: accepted
 * twin: r16_plain.hip
 * verdict: runtime-error, time-limit, wrong-answer
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

static __global__ void wait(double *y)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        for (int round = 0; round < 2; round++)
            __syncthreads();
    y[0] += 0;
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    wait<<<1, 64>>>(y);
}
