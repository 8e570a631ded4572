/* A thread of its own writes when the call has returned.
 * row: 32
 * twin: r16_plain.hip
 * without check: rejected
 * without check, imports: security-violation, runtime-error, no-offload, late-write, wrong-answer, accepted, build-failed
 */
#include <hip/hip_runtime.h>
#include <cstdint>
#include <pthread.h>
#include <unistd.h>

static double *where;

static void *later(void *)
{
    usleep(2000);
    where[0] = 1;
    return nullptr;
}

static __global__ void axpy(const double *x, double *y, double alpha, double beta, int64_t n)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    pthread_t thread;
    where = y;
    axpy<<<(unsigned)(N / 256 + 1), 256>>>(x, y, alpha, beta, N);
    if (N > 0)
        pthread_create(&thread, nullptr, later, nullptr);
}
