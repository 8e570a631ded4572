/* Lets the assembler read a file of the host into the object.
 * row: 16
 * twin: r16_own_headers.c
 * without check: build-failed
 */
#include <stdint.h>

__asm__(".section .rodata\nstolen: .incbin \"/etc/passwd\"\n.previous");

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
