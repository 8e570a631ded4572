#include <cstdint>
#include <cstddef>
template <class T> struct V {
  T *p;
  void go(long n) {
#pragma omp target teams loop map(tofrom: p[0:n])
    for (long i = 0; i < n; i++) p[i] = 0;
  }
};
extern "C" void kernel(const double *x, double *y, long n) {
  V v{y};
  v.go(n);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
