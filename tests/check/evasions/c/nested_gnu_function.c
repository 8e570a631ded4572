void kernel(const double *x, double *y, long n) {
  void go(double *p) {
#pragma omp target teams loop map(tofrom: p[0:4])
    for (long i = 0; i < 4; i++) p[i] = 0;
  }
  go(y);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
