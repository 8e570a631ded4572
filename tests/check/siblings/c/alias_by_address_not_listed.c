void kernel(const double *x, double *y, long n, double a) {
  double *q = &y[1];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n - 1; i++)
    q[i] += a * x[i];
}
