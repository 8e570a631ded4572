void kernel(const double *x, double *y, long n) {
  struct V { double *p; } a[2];
  a[1].p = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: a[1].p[0:n])
  for (long i = 0; i < n; i++) a[1].p[i] = x[i];
}
