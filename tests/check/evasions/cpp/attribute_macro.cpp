#include <cstdint>
#include <cstddef>
#define DIR target teams loop map(tofrom: y[0:n]) is_device_ptr(x)
extern "C" void kernel(const double *x, double *y, long n) {
  [[omp::directive(DIR)]]
  for (long i = 0; i < n; i++) y[i] = x[i];
}
