#include <cstdint>
#include <cstddef>
struct Go {
  static void run(double *p, long n) {
#pragma omp target teams loop map(tofrom: p[0:n])
    for (long i = 0; i < n; i++) p[i] = 0;
  }
};
template <class P> void run(double *p, long n) { P::run(p, n); }
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  run<Go>(y, n);
}
