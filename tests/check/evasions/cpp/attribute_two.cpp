#include <cstdint>
#include <cstddef>
extern "C" void kernel(const double *x, double *y, long n) {
  [[omp::directive(target data map(to: x[0:n])), omp::directive(target teams loop is_device_ptr(x, y))]]
  for (long i = 0; i < n; i++) y[i] = x[i];
}
