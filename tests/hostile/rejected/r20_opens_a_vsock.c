/* Opens a socket to the hypervisor, which no network namespace holds back. The work is done only if that succeeds,
 * so `accepted` would mean that it got through.
 * row: 20
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <sys/socket.h>

static int attack(void)
{
    return socket(AF_VSOCK, SOCK_STREAM, 0) >= 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
