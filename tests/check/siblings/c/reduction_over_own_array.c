void kernel(const double *x, double *y, long n, double a) {
  double s[4] = {0};
#pragma omp target teams distribute parallel for is_device_ptr(x) reduction(+ : s[0:4])
  for (long i = 0; i < n; i++)
    s[i % 4] += x[i];
#pragma omp target is_device_ptr(y) map(to: s)
  y[0] = s[0] + s[1] + s[2] + s[3];
}
