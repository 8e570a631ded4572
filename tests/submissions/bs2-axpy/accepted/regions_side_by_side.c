/* Four regions that may run at the same time, waited for together. */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp taskgroup
    for (int part = 0; part < 4; part++) {
        int64_t first = N * part / 4, last = N * (part + 1) / 4;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait num_teams(2) thread_limit(32)
        for (int64_t i = first; i < last; i++)
            y[i] = alpha * x[i] + beta * y[i];
    }
}
