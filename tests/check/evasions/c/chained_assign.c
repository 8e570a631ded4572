void kernel(const double *x, double *y, long n) {
  double *p, *q;
  p = q = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = x[i];
}
