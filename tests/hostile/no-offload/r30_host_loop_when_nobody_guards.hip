/* Works on the device in the first calls, which are checked behind the guard; then launches a token kernel and works in a
 * loop of the host's. A timed call has its arrays open where closing them would cost too much; its processor time shows.
 * row: 30
 * twin: r30_own_memory_in_every_call.hip
 * options: --sizes medium --budget 1
 * gpu: runtime-error
 * without guard: accepted
 */
#include <hip/hip_runtime.h>
#include <stdint.h>

__global__ void step(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < N)
        y[i] = alpha * x[i] + beta * y[i];
}

/* The same address, copied bit by bit: no analysis of names follows it. */
static double *launder(const double *pointer)
{
    uintptr_t copy = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)pointer >> bit & 1)
            copy |= (uintptr_t)1 << bit;
    return reinterpret_cast<double *>(copy);
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int calls;
    bool is_checked = ++calls <= 4;
    step<<<(N + 255) / 256, 256>>>(x, y, alpha, beta, is_checked ? N : 0);
    (void)hipDeviceSynchronize();
    if (is_checked)
        return;
    const double *in = launder(x);
    double *out = launder(y);
    for (int64_t i = 0; i < N; i++) {
        volatile double value = 0;
        for (int k = 0; k < 32; k++)
            value = alpha * in[i] + beta * out[i];
        out[i] = value;
    }
}
