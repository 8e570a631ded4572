void kernel(const double *x, double *y, long n) {
#pragma omp target teams distribute is_device_ptr(x, y)
  for (long b = 0; b < n; b += 64) {
#pragma omp parallel for simd
    for (long i = b; i < n; i++) y[i] = x[i];
  }
}
