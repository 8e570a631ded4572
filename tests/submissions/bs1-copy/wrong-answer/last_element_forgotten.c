// Works in pairs and forgets the odd element at the end: every size is odd on purpose.
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
  for (int64_t i = 0; i < N / 2; i++) {
    b[2 * i] = a[2 * i];
    b[2 * i + 1] = a[2 * i + 1];
  }
}
