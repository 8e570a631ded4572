// Maps arrays that are on the device already: map(to:) and map(from:) ask for copies of memory the host does not own.
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N) {
#pragma omp target teams distribute parallel for map(to : a[0:N]) map(from : b[0:N])
  for (int64_t i = 0; i < N; i++) b[i] = a[i];
}
