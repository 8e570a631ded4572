void kernel(const double *x, double *y, long n, double a) {
  _Pragma("omp target teams loop is_device_ptr(x, y)")
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
