void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x) reduction(+ : y[0:4])
  for (long i = 0; i < n; i++)
    y[i % 4] += a * x[i];
}
