/* Climbs out of the build's folder.
 * row: 16
 * twin: r16_own_headers.c
 * verdict: rejected, build-failed
 * without check: build-failed
 */
#include "../../../../../../../../etc/passwd"
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
