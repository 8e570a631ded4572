void kernel(const double *x, double *y, long n) {
#pragma omp metadirective when(implementation={vendor(nvidia)}: target teams distribute parallel for is_device_ptr(x, y)) default(target teams loop is_device_ptr(x, y))
  for (long i = 0; i < n; i++) y[i] = x[i];
}
