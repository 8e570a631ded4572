static void go(double *p, long n) {
#pragma omp target teams loop map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = 0;
}
void other(double *p, long n) __attribute__((alias("go")));
void kernel(const double *x, double *y, long n) {
  other(y, n);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
