/* Twin: the same templates, four levels deep.
 * row: 17
 */
#include <cstdint>

template <int Depth, long Path> struct Tree {
    static constexpr long value = Tree<Depth - 1, Path * 2>::value + Tree<Depth - 1, Path * 2 + 1>::value;
};

template <long Path> struct Tree<0, Path> {
    static constexpr long value = 0;
};

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha += Tree<4, 1>::value;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
