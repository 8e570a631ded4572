void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) nowait depend(in: y)
  for (long i = 0; i < n; i++) y[i] = x[i];
#pragma omp target is_device_ptr(y) depend(in: y)
  y[0] = 1;
}
