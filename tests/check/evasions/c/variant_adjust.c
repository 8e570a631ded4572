static void gpu(const double *x, double *y, long n) {
#pragma omp target data map(from: y[0:n])
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
#pragma omp declare variant(gpu) match(construct={dispatch}) adjust_args(need_device_ptr: x, y)
static void copy(const double *x, double *y, long n) { (void)x; (void)y; (void)n; }
void kernel(const double *x, double *y, long n) {
#pragma omp dispatch
  copy(x, y, n);
}
