// An honest submission: a reduction into a scalar of its own, then a region that stores it. Pointers are device memory.
#include <stdint.h>

void kernel(const double *x, double *result, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) sum += x[i];
#pragma omp target is_device_ptr(result)
  result[0] = sum;
}
