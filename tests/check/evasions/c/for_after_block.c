void kernel(const double *x, double *y, long n) {
#pragma omp target is_device_ptr(x, y)
  {
#pragma omp teams loop
  for (long i = 0; i < n; i++) y[i] = x[i];
  }
  y[0] = 0;
}
