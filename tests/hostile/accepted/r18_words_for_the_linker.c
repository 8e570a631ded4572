/* Puts what looks like words for the linker into sections of the object: the linker goes by their type, so these
 * are data.
 * row: 18
 * verdict: accepted, rejected
 */
#include <stdint.h>

__attribute__((section(".linker-options"), used)) static const char words[] = "lib\0dl";
__attribute__((section(".deplibs"), used)) static const char needed[] = "dl";

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
