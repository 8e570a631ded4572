static double *keep;
static void go(long n, double *p = keep) {
  #pragma omp target teams loop map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = 0; }
extern "C" void kernel(const double *x, double *y, long n) {
  keep = y;
  go(n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
