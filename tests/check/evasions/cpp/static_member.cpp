#include <cstdint>
#include <cstddef>
struct S { static inline double *p; };
extern "C" void kernel(const double *x, double *y, long n) {
  S::p = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: S::p[0:n])
  for (long i = 0; i < n; i++) S::p[i] = x[i];
}
