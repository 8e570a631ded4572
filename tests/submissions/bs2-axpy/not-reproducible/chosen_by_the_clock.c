// Two roundings of one formula, each right; which one is taken depends on how late it is, as in code that tunes itself
// while it runs. With two terms no order of additions is open, so a kernel must agree with itself.
#include <math.h>
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  int fused = (int64_t)(omp_get_wtime() * 1e6) & 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] = fused ? fma(alpha, x[i], beta * y[i]) : fma(beta, y[i], alpha * x[i]);
}
