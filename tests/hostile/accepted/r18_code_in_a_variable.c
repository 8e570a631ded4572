/* Tries to make a section of code by an attribute's spelling: it becomes the section's name, and the bytes stay
 * data.
 * row: 18
 * verdict: accepted, rejected
 */
#include <stdint.h>

__attribute__((section(".evil,\"awx\",@progbits#"), used)) static const unsigned char code[] = {0xc3};

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
