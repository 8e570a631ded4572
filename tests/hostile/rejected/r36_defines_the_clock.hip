/* Defines the function that reads clocks. Nothing outside the object would see it.
 * row: 36
 * twin: r16_plain.hip
 * without check: rejected, accepted
 * without check, imports: accepted, build-failed
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <time.h>

extern "C" int clock_gettime(clockid_t clock, struct timespec *now)
{
    now->tv_sec = clock;
    now->tv_nsec = 0;
    return 0;
}

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
}
