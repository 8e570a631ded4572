#include <cstdint>
#include <cstddef>
static void go(double *p, long n) {
#pragma omp target teams loop map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = 0;
}
template <void (*F)(double *, long)> void apply(double *p, long n) { F(p, n); }
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  apply<go>(y, n);
}
