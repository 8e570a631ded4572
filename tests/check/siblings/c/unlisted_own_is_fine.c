void kernel(const double *x, double *y, long n, double a) {
  double t[8] = {0};
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(to: t)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i] + t[i % 8];
}
