void kernel(const double *x, double *y, long n, double a) {
  const double *p = x; double *q = y;
#pragma omp target teams distribute parallel for is_device_ptr(p, q)
  for (long i = 0; i < n; i++)
    q[i] += a * p[i];
}
