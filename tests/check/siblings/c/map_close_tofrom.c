void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x) map(close, tofrom: y[0:n])
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
