#include <cstdint>
#include <cstddef>
static void go(double *p, long n) {
#pragma omp target teams loop map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = 0;
}
static void go(int *, long) {}
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  go(y, n);
}
