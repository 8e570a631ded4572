#include <complex>
extern "C" void kernel(const std::complex<double> *x, std::complex<double> *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
