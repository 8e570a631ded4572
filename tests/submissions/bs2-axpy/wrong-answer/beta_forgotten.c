// The axpy of the BLAS, y += alpha x: forgets that this one scales y as well.
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  (void)beta;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] += alpha * x[i];
}
