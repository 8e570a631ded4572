// All three steps in one pass: every vector is read once.
#include <stdint.h>

void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t N) {
  double sum = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(p, Ap, x, r) map(tofrom : sum) reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) {
    x[i] += alpha * p[i];
    double next = r[i] - alpha * Ap[i];
    r[i] = next;
    sum += next * next;
  }
#pragma omp target is_device_ptr(rr)
  rr[0] = sum;
}
