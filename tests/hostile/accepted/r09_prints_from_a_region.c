/* Twin: a region that prints one line.
 * row: 9
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int said;
    int lines = said++ ? 0 : 1;
#pragma omp target is_device_ptr(y)
    for (int i = 0; i < lines; i++)
        printf("%d\n", y != 0);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
