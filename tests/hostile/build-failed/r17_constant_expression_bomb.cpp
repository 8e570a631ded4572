/* A constant expression that takes for ever.
 * row: 17
 * twin: r17_small_template.cpp
 */
#include <cstdint>

constexpr long slow(int depth)
{
    return depth == 0 ? 1 : slow(depth - 1) + slow(depth - 1);
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    constexpr long value = slow(60);
    alpha += value;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
