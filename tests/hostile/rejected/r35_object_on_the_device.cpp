/* Has an object of the device made when its image is loaded.
 * row: 35
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted
 */
#include <stdint.h>
#pragma omp begin declare target
struct Early { double value; Early(double v) { for (int i = 0; i < 1000; i++) v += i; value = v; } };
extern double seed;
double seed = 1;
Early early(seed);
#pragma omp end declare target
extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
