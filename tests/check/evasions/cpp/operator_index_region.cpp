#include <cstdint>
#include <cstddef>
struct V {
  double *p;
  double &operator[](long i) const { return p[i]; }
};
extern "C" void kernel(const double *x, double *y, long n) {
  V v{y};
#pragma omp target teams loop is_device_ptr(x)
  for (long i = 0; i < n; i++) v[i] = x[i];
}
