#include <cstdint>
#include <cstddef>
#include <array>
extern "C" void kernel(const double *x, double *y, long n) {
  std::array<double *, 1> a{y};
  double *q = a[0];
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
