void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int k = 0; k < 4; k++)
    for (long i = k; i < n; i += 4)
      y[i] += a * x[i];
}
