void kernel(const double *x, double *y, long n, double a) {
#pragma omp target update from((([2][3])y)[0:2][0])
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
