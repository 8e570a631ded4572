#include <cstdint>
#include <cstddef>
#include <vector>
extern "C" void kernel(const double *x, double *y, long n) {
  std::vector<double *> a;
  a.push_back(y);
  double *q = a[0];
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
