void kernel(const double *x, double *y, long n, double a) {
  double *p = y, *q = 0;
  for (int k = 0; k < 2; k++) { q = p; p = q + 1; }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n - 2; i++)
    q[i] += a * x[i];
}
