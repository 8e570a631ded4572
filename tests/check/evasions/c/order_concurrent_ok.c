void kernel(const double *x, double *y, long n) {
#pragma omp target teams distribute parallel for simd order(reproducible : concurrent) collapse(1) simdlen(4) safelen(8) aligned(x, y : 64) is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
