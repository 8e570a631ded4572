struct V { double *p; operator double *() const { return p; } };
extern "C" void kernel(const double *x, double *y, long n) {
  V v{y};
  double *q = v;
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
