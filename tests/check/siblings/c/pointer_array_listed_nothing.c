void kernel(const double *x, double *y, long n, double a) {
  double *p[1] = {y};
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    p[0][i] += a * x[i];
}
