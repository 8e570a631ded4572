#include <cstdint>
#include <cstddef>
template <class T> using P = T *;
extern "C" void kernel(const double *x, double *y, long n) {
  P<double> q = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
