static void go(double **p) {
#pragma omp target map(tofrom: (*p)[0:4])
  (*p)[0] = 0;
}
void kernel(const double *x, double *y, long n) {
  __attribute__((cleanup(go))) double *q = y;
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
