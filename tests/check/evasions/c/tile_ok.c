void kernel(const double *x, double *y, long n) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
#pragma omp tile sizes(32)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
