#include <array>
struct B { double *p; long n; };
extern "C" void kernel(const double *x, double *y, long n) {
  std::array<B, 2> a{{{y, n}, {nullptr, 0}}};
  for (auto &b : a) { double *p = b.p; (void)p;
#pragma omp target update to(p[0:n])
  }
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
