/* Lets the compiler read a file of the host into an array.
 * row: 16
 * twin: r16_own_headers.c
 * without check: build-failed
 */
#include <stdint.h>

static const unsigned char stolen[] = {
#embed "/etc/passwd"
};

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha += 0 * stolen[0];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
