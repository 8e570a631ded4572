/* Tells the linker by a pragma to take another library.
 * row: 18
 * twin: r16_own_headers.c
 * without check: rejected, build-failed
 */
#pragma comment(lib, "dl")
#pragma comment(linker, "--wrap=malloc")
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
