#include <cstdint>
#include <cstddef>
static double *&slot() { static double *s; return s; }
extern "C" void kernel(const double *x, double *y, long n) {
  slot() = y;
  double *q = slot();
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
