#include <cstdint>
#include <cstddef>
struct Fields {
  const double *x;
  double *y;
  long n;
  void run() {
    const double *a = x;
    double *b = y;
    const long m = n;
#pragma omp target teams loop is_device_ptr(a, b)
    for (long i = 0; i < m; i++) b[i] = a[i];
  }
};
extern "C" void kernel(const double *x, double *y, long n) {
  Fields f{x, y, n};
  f.run();
}
