#include <cstdint>
#include <cstddef>
extern "C" void kernel(const double *x, double *y, long n) {
  try {
    throw y;
  } catch (double *q) {
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
  }
}
