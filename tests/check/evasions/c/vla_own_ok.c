void kernel(const double *x, double *y, long n) {
  double t[16];
  for (int i = 0; i < 16; i++) t[i] = i;
#pragma omp target teams loop is_device_ptr(x, y) map(to: t)
  for (long i = 0; i < n; i++) y[i] = x[i] + t[i & 15];
}
