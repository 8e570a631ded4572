#include <cstdint>
#include <cstddef>
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) {
    auto sq = [](double v) { return v * v; };
    y[i] = sq(x[i]);
  }
}
