#include <cstdint>
#include <cstddef>
struct V { double *p; };
struct W {
  V v;
  V *operator->() { return &v; }
};
extern "C" void kernel(const double *x, double *y, long n) {
  W w{{y}};
  double *q = w->p;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
