/* The resolver of an indirect function runs when the object is loaded.
 * row: 35
 * twin: r35_table_in_the_call.c
 * without check, imports: accepted, build-failed, runtime-error
 */
#include <stdint.h>

#pragma omp begin declare target
double plain_one(void) { return 1.0; }
double (*resolve(void))(void) { return plain_one; }
double one(void) __attribute__((ifunc("resolve")));
#pragma omp end declare target

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha *= one();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
