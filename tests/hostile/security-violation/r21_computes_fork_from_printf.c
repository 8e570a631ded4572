/* Finds fork at its distance from printf in the C library and starts a process.
 * row: 21
 * twin: r02_region_in_a_helper.c
 * verdict: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int (*start)(void) = (int (*)(void))((uintptr_t)printf + (530640));
    if (start() < 0)
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
