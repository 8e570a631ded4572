// Sums the squares of the old residual: the third step must see the second one's result.
#include <stdint.h>

void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(p, Ap, x, r) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) {
    sum += r[i] * r[i];
    x[i] += alpha * p[i];
    r[i] -= alpha * Ap[i];
  }
#pragma omp target is_device_ptr(rr)
  rr[0] = sum;
}
