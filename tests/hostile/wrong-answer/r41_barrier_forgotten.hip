/* A tree in shared memory without the barrier after its leaves are stored.
 * row: 41
 * task: bs4-dot
 * twin: r42_tree_in_shared_memory.hip
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void dot(const double *x, const double *y, double *result, int64_t n)
{
    __shared__ double part[256];
    double sum = 0;
    for (int64_t i = threadIdx.x; i < n; i += 256)
        sum += x[i] * y[i];
    part[threadIdx.x] = sum;
    for (unsigned half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *result = part[0];
}

extern "C" void kernel(const double *x, const double *y, double *result, int64_t N)
{
    dot<<<1, 256>>>(x, y, result, N);
}
