void kernel(const double *x, double *y, long n, double a) {
#ifdef _OPENMP
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
#endif
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
