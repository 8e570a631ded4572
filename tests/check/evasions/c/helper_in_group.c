static void a(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) nowait
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(const double *x, double *y, long n) {
#pragma omp taskgroup
  { a(x, y, n); }
}
