// No target region at all: the loop runs on the host and touches device memory there.
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N) {
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++) b[i] = a[i];
}
