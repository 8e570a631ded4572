/* Right, and crashes when it is unloaded: the result stands.
 * row: 44
 * twin: r37_returns_early.c
 * without check, imports: accepted
 */
#include <stdint.h>

__attribute__((destructor)) static void unloaded(void)
{
    __builtin_trap();
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
