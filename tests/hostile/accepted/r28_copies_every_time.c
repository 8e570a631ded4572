/* Twin: copies every time.
 * row: 28
 * task: bs1-copy
 */
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
    for (int64_t i = 0; i < N; i++)
        b[i] = a[i];
}
