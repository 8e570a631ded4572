/* Templates that double at each level, without end.
 * row: 17
 * twin: r17_small_template.cpp
 */
#include <cstdint>

template <int Depth, long Path> struct Bomb {
    static constexpr long value = Bomb<Depth - 1, Path * 2>::value + Bomb<Depth - 1, Path * 2 + 1>::value;
};

template <long Path> struct Bomb<0, Path> {
    static constexpr long value = Path;
};

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    alpha += Bomb<40, 1>::value;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
