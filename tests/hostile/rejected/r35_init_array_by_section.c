/* Puts a function into the list that the loader runs.
 * row: 35
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted
 */
#include <stdint.h>
static void attack(void) {}
__attribute__((section(".init_array"), used)) static void (*entry)(void) = attack;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
