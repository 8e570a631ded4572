void kernel(const double *x, double *y, long n, double a) {
  double t[3] = {1, 2, 3};
  t[0] += t[1];
  a *= t[0];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
