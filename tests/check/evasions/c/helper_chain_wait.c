static void a(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) nowait
  for (long i = 0; i < n; i++) y[i] = x[i];
}
static void b(const double *x, double *y, long n) { a(x, y, n); }
void kernel(const double *x, double *y, long n) {
  b(x, y, n);
#pragma omp taskwait
}
