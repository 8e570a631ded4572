void kernel(const double *x, double *y, long n) {
  const double *a = x, *b = x + n / 2;
  double *lo = y, *hi = &y[n / 2];
#pragma omp target teams loop is_device_ptr(a, b, lo, hi)
  for (long i = 0; i < n / 2; i++) { lo[i] = a[i]; hi[i] = b[i]; }
}
