// An honest submission: pointers are device memory, so the region names them in is_device_ptr.
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] += alpha * x[i];
}
