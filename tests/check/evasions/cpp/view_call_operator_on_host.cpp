struct V { double *p; long m;
  double &operator()(long i, long j) const {
    return p[i * m + j]; } };
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  V v{y, n};
  v(0, 1) = 2;
}
