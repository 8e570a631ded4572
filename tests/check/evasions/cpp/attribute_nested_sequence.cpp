#include <cstdint>
#include <cstddef>
extern "C" void kernel(const double *x, double *y, long n) {
  [[omp::sequence(omp::sequence(omp::directive(target map(tofrom: y[0:n]) is_device_ptr(x))), omp::directive(teams loop))]]
  for (long i = 0; i < n; i++) y[i] = x[i];
}
