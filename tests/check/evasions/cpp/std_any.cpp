#include <cstdint>
#include <cstddef>
#include <any>
extern "C" void kernel(const double *x, double *y, long n) {
  std::any a = y;
  double *q = std::any_cast<double *>(a);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
