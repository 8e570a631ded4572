#include <cstdint>
#include <cstddef>
struct V { double *p; };
extern "C" void kernel(const double *x, double *y, long n) {
  V v;
  double *&r = v.p;
  r = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: v.p[0:n])
  for (long i = 0; i < n; i++) v.p[i] = x[i];
}
