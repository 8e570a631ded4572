#include <complex.h>
void kernel(const double complex *x, double complex *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  __real__ y[0] = 1;
}
