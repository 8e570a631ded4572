void kernel(const double *x, double *y, long n) {
  struct V { double *p; } v = {y};
#pragma omp target teams loop is_device_ptr(x) map(tofrom: v.p[0:n])
  for (long i = 0; i < n; i++) v.p[i] = x[i];
}
