#include <cstdint>
#include <cstddef>
static void set(double *&a, double *b) { a = b; }
extern "C" void kernel(const double *x, double *y, long n) {
  double *q;
  set(q, y);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
