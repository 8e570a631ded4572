// Accumulates in single precision: the error grows with N, and the exact twin shows it even for short vectors.
#include <stdint.h>

void kernel(const double *x, double *result, int64_t N) {
  float sum = 0.0f;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) sum += (float)(x[i] * x[i]);
#pragma omp target is_device_ptr(result)
  result[0] = sum;
}
