// A reduction into a scalar of the kernel's own, eight bytes each way, and a second region that stores it.
#include <stdint.h>

void kernel(const double *x, double *result, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) sum += x[i] * x[i];
#pragma omp target is_device_ptr(result)
  result[0] = sum;
}
