// Two regions in order. The scaled y is rounded before x is added, which the band allows.
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(y)
  for (int64_t i = 0; i < N; i++) y[i] *= beta;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] += alpha * x[i];
}
