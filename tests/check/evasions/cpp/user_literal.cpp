#include <cstdint>
#include <cstddef>
constexpr double operator""_x(unsigned long long v) { return (double)v; }
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  double v = 3_x;
  (void)v;
}
