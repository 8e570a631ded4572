// Every thread sums its own elements and adds the sum with an atomic. The order differs from run to run, which the
// band allows: nothing but the order of additions is open.
#include <stdint.h>

enum { THREADS = 256 };

void kernel(const double *x, double *result, int64_t N) {
#pragma omp target is_device_ptr(result)
  result[0] = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(x, result)
  for (int64_t t = 0; t < THREADS; t++) {
    double own = 0.0;
    for (int64_t i = t; i < N; i += THREADS) own += x[i] * x[i];
#pragma omp atomic
    result[0] += own;
  }
}
