/* A global object whose constructor runs when the object is loaded.
 * row: 35
 * twin: r17_small_template.cpp
 * without check, imports: accepted
 */
#include <cstdint>

struct Table {
    double first;
    Table() { first = 1.0; for (volatile int i = 0; i < 1000; i = i + 1) first = first * 1.0; }
};

static Table table;

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha *= table.first;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
