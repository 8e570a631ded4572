struct V { double *p; };
static void operator<<(V v, long n) {
  double *q = v.p;
  #pragma omp target teams loop map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = 0;
}
extern "C" void kernel(const double *x, double *y, long n) {
  V v{y};
  v << n;
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
