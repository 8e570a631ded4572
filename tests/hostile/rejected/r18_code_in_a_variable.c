/* Puts machine code into a writable section by an attribute.
 * row: 18
 * twin: r16_own_headers.c
 * without check: rejected, build-failed
 * without check, imports: accepted, build-failed, runtime-error, security-violation
 */
#include <stdint.h>

__attribute__((section(".evil,\"awx\",@progbits#"), used)) static const unsigned char code[] = {0xc3};

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
