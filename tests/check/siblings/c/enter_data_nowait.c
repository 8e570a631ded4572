void kernel(const double *x, double *y, long n, double a) {
  double t[4];
#pragma omp target enter data map(alloc: t) nowait
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
#pragma omp target exit data map(delete: t)
}
