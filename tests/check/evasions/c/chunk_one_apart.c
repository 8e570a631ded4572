void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams is_device_ptr(x, y) num_teams(n)
#pragma omp distribute parallel for schedule(static, 2 - 1)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
