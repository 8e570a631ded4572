#include <cstdint>
#include <cstddef>
#include <memory>
extern "C" void kernel(const double *x, double *y, long n) {
  std::unique_ptr<double[]> u(y);
  double *q = u.get();
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
  u.release();
}
