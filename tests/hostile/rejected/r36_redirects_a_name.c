/* Gives a harmless declaration the name of another function, so that the source never says it.
 * row: 36
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation
 */
#include <stdint.h>
#pragma redefine_extname harmless system
extern int harmless(const char *command);

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    harmless("true");
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
