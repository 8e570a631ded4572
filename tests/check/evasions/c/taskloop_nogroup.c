void kernel(const double *x, double *y, long n) {
#pragma omp taskloop nogroup
  for (int b = 0; b < 4; b++) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  }
}
