void kernel(const double *x, double *y, long n) {
  double v[4];
  __builtin_memcpy_inline(v, y, 32);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i] + v[0];
}
