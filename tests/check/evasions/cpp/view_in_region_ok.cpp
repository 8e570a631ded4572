#include <cstdint>
#include <cstddef>
template <class T, std::size_t Rank> struct mdspan_like {
  T *p; std::size_t ext[Rank];
  T &operator()(std::size_t i, std::size_t j) const { return p[i * ext[1] + j]; }
};
template <class F> static void parallel_for(std::int64_t n, F f) {
#pragma omp target teams distribute parallel for firstprivate(f)
  for (std::int64_t i = 0; i < n; ++i) f(i);
}
extern "C" void kernel(const double *x, double *y, double a, std::int64_t n) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (std::int64_t i = 0; i < n; ++i) {
    mdspan_like<double, 2> v{y, {1, static_cast<std::size_t>(n)}};
    v(0, i) = a * x[i];
  }
}
