void kernel(const double *x, double *y, long n) {
  double s[4];
  double *q = s;
#pragma omp target data map(tofrom: s) use_device_ptr(y)
  {
#pragma omp target teams loop map(tofrom: y[0:n]) is_device_ptr(x)
    for (long i = 0; i < n; i++) y[i] = x[i];
  }
}
