void kernel(const double *x, double *y, long n) {
  _Atomic(double *) q = y;
  double *r = q;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: r[0:n])
  for (long i = 0; i < n; i++) r[i] = x[i];
}
