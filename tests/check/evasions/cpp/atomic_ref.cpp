#include <cstdint>
#include <cstddef>
#include <atomic>
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  std::atomic_ref<double> r(y[0]);
  r = 1;
}
