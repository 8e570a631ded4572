void kernel(const double *x, double *y, long n, double a) {
#if 0
#pragma omp target update from(y[0:n])
#endif
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
