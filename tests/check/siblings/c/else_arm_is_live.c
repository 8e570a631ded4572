void kernel(const double *x, double *y, long n, double a) {
#if 0
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
#else
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: y[0:n])
#endif
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
