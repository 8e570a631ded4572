#include <cstdint>
#include <cstddef>
struct c2 { double re, im; };
extern "C" void kernel(const double *x, double *y, long n) {
  const c2 *a = reinterpret_cast<const c2 *>(x);
  c2 *b = reinterpret_cast<c2 *>(y);
  c2 w[4];
  for (int i = 0; i < 4; i++) { w[i].re = i; w[i].im = 0; }
  c2 *h = w;
  h->re = 3;
#pragma omp target teams loop is_device_ptr(a, b) map(to: w)
  for (long i = 0; i < n / 2; i++) { b[i].re = a[i].re * w[i & 3].re; b[i].im = a[i].im; }
}
