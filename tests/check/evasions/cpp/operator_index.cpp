#include <cstdint>
#include <cstddef>
struct V {
  double *p;
  double &operator[](long i) { return p[i]; }
};
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  V v{y};
  v[0] = 1;
}
