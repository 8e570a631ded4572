/* Has a constructor run when the image of the device is loaded, before the system calls are narrowed.
 * row: 35
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted
 */
#include <stdint.h>
#pragma omp begin declare target
static int ready;
__attribute__((constructor)) static void attack(void) { ready = 1; }
#pragma omp end declare target

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
