/* Two host threads, each with a region of its own. */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
            for (int64_t i = 0; i < N / 2; i++)
                y[i] = alpha * x[i] + beta * y[i];
        }
#pragma omp section
        {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
            for (int64_t i = N / 2; i < N; i++)
                y[i] = alpha * x[i] + beta * y[i];
        }
    }
}
