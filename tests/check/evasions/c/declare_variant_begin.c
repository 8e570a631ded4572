#pragma omp begin declare variant match(device={kind(nohost)})
static void go(const double *x, double *y, long n) { (void)x; (void)y; (void)n; }
#pragma omp end declare variant
static void go(const double *x, double *y, long n) {
#pragma omp target teams loop map(tofrom: y[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(const double *x, double *y, long n) { go(x, y, n); }
