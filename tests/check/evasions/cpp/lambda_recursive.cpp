#include <cstdint>
#include <cstddef>
extern "C" void kernel(const double *x, double *y, long n) {
  auto f = [&](auto &&self, double *p, int d) -> double * { return d ? self(self, p, d - 1) : p; };
  double *q = f(f, y, 3);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
