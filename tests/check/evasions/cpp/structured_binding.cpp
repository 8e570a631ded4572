struct P { double *p; long n; };
extern "C" void kernel(const double *x, double *y, long n) {
  auto [q, m] = P{y, n};
  #pragma omp target teams loop map(tofrom: q[0:m]) is_device_ptr(x)
  for (long i = 0; i < m; i++) q[i] = x[i];
}
