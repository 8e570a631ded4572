void kernel(const double *x, double *y, long n) {
  double t[8];
#pragma omp target update to(iterator(i = 0 : 4) : t[i])
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
