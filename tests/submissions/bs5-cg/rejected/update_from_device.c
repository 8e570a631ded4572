// Brings the residual to the host to finish the sum there.
#include <stdint.h>

void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(p, Ap, x, r)
  for (int64_t i = 0; i < N; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * Ap[i];
  }
#pragma omp target update from(r[0 : N])
  for (int64_t i = 0; i < N; i++) sum += r[i] * r[i];
#pragma omp target is_device_ptr(rr)
  rr[0] = sum;
}
