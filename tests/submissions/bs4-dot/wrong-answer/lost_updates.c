// Many threads add to one place without an atomic: updates are lost, by another number in every run.
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N) {
#pragma omp target is_device_ptr(result)
  result[0] = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y, result)
  for (int64_t i = 0; i < N; i++) result[0] += x[i] * y[i];
}
