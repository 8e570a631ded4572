#include <cstdint>
#include <cstddef>
#include <vector>
extern "C" void kernel(const double *x, double *y, long n) {
  std::vector<double> w(8, 1.0);
  double *h = w.data();
#pragma omp target teams loop is_device_ptr(x, y) map(to: h[0:8])
  for (long i = 0; i < n; i++) y[i] = x[i] * h[i & 7];
}
