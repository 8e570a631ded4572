// A reduction over an ABI array: OpenMP maps the list item tofrom, so the device pointer is copied as host memory.
#include <stdint.h>

void kernel(const double *x, double *result, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(x) reduction(+ : result[0 : 1])
  for (int64_t i = 0; i < N; i++) result[0] += x[i] * x[i];
}
