static void go_v(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
#pragma omp declare variant(go_v) match(user={condition(1)})
static void go(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(const double *x, double *y, long n) { go(x, y, n); }
