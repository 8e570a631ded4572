static void run(const double *x, double *y, long n);
#pragma omp begin declare variant match(implementation={vendor(llvm)})
static void run(const double *x, double *y, long n) {
  (void)x;
  (void)n;
#pragma omp target update to(y[0:n])
}
#pragma omp end declare variant
static void run(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(const double *x, double *y, long n) { run(x, y, n); }
