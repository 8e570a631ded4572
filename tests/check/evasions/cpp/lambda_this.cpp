#include <cstdint>
#include <cstddef>
struct R {
  double *p;
  void go(long n) {
    auto f = [this, n] {
#pragma omp target teams loop map(tofrom: p[0:n])
      for (long i = 0; i < n; i++) p[i] = 0;
    };
    f();
  }
};
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  R r{y};
  r.go(n);
}
