/* Twin: takes much memory of its own in every call, fills and copies it there, and gives it back.
 * row: 30
 * options: --sizes n1000,medium
 */
#include <hip/hip_runtime.h>
#include <stdint.h>

__global__ void step(const double *x, double *y, const double *own, double alpha, double beta, int64_t N)
{
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < N)
        y[i] = alpha * x[i] + beta * own[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (N == 0)
        return;
    double *own = nullptr;
    if (hipMalloc(reinterpret_cast<void **>(&own), 64 << 20) != hipSuccess)
        return;
    (void)hipMemset(own, 0, 64 << 20);
    (void)hipMemcpy(own, y, N * sizeof *y, hipMemcpyDeviceToDevice);
    step<<<(N + 255) / 256, 256>>>(x, y, own, alpha, beta, N);
    (void)hipDeviceSynchronize();
    (void)hipFree(own);
}
