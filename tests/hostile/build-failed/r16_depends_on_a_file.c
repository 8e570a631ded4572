/* Names a file of the host in a pragma that the preprocessor looks up.
 * row: 16
 * twin: r02_region_in_a_helper.c
 * verdict: build-failed, rejected
 */
#include <stdint.h>
#pragma GCC dependency "/etc/shadow"

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
