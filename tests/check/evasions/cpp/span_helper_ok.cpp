// host-side view used for sizes only; raw pointers extracted before the region
#include <cstdint>
template <class T> struct Span { T *p; std::int64_t n; T *data() const { return p; } std::int64_t size() const { return n; } bool empty() const { return n == 0; } T &operator[](std::int64_t i) const { return p[i]; } };
static void scale(Span<const double> x, Span<double> y, double a) {
  if (x.empty()) return;
  const auto n = x.size(); const double *px = x.data(); double *py = y.data();
#pragma omp target teams distribute parallel for is_device_ptr(px, py)
  for (std::int64_t i = 0; i < n; ++i) py[i] = a * px[i];
}
extern "C" void kernel(const double *x, double *y, double a, std::int64_t n) { scale({x, n}, {y, n}, a); }
