/* Moves the base of the thread's own data, so that whatever runs next finds other data there.
 * row: 37
 * twin: r02_region_in_a_helper.c
 * without check: runtime-error, build-failed
 */
#include <stdint.h>
__attribute__((target("fsgsbase"))) static void attack(void) { __builtin_ia32_wrfsbase64(4096); }

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    attack();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
