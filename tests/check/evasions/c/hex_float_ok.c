void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i] * 0x1.8p-3 + 1e-3f + 0b101;
}
