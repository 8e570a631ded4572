// x += alpha p; r -= alpha Ap; rr = r . r, in one sweep.
#include <cstdint>

static inline double squared(double v) { return v * v; }

extern "C" void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, std::int64_t N) {
  double sum = 0;
#pragma omp target teams distribute parallel for is_device_ptr(p, Ap, x, r) reduction(+ : sum)
  for (std::int64_t i = 0; i < N; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * Ap[i];
    sum += squared(r[i]);
  }
#pragma omp target is_device_ptr(rr)
  rr[0] = sum;
}
