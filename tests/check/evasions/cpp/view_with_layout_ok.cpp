// Kokkos-like View with layout and functor kernels; all built in the region
#include <cstdint>
#include <cstddef>
namespace kk {
struct LayoutRight { std::size_t n1; constexpr std::size_t operator()(std::size_t i, std::size_t j) const { return i * n1 + j; } };
template <class T, class L = LayoutRight> class View {
 public:
  using value_type = T; using reference = T &;
  View(T *p, std::size_t n0, std::size_t n1) : p_(p), l_{n1}, n0_(n0) {}
  reference operator()(std::size_t i, std::size_t j) const { return p_[l_(i, j)]; }
  std::size_t extent(int r) const { return r == 0 ? n0_ : l_.n1; }
  T *data() const { return p_; }
 private:
  T *p_; L l_; std::size_t n0_;
};
template <class T> using Mat = View<T>;
}
extern "C" void kernel(const double *a, double *b, std::int64_t n, std::int64_t m) {
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b)
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      kk::Mat<const double> A(a, n, m); kk::Mat<double> B(b, n, m);
      B(i, j) = A(i, j);
    }
}
