// Copies through single precision: half of the bits are lost.
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
  for (int64_t i = 0; i < N; i++) b[i] = (float)a[i];
}
