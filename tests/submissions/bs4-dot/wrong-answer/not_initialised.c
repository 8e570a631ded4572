// Adds to whatever stands in the output: outputs are poisoned before every call, never zero.
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) sum += x[i] * y[i];
#pragma omp target is_device_ptr(result)
  result[0] += sum;
}
