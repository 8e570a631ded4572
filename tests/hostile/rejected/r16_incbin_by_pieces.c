/* Includes a file by an assembler directive whose name is put together from pieces.
 * row: 16
 * twin: r02_region_in_a_helper.c
 */
#include <stdint.h>
#define JOIN(a, b) a##b
#define ASSEMBLE JOIN(as, m)
ASSEMBLE(".inc" "bin \"/etc/passwd\"");

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
