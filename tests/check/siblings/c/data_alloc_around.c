void kernel(const double *x, double *y, long n, double a) {
  double t[64];
#pragma omp target data map(alloc: t)
  {
#pragma omp target is_device_ptr(x) map(alloc: t)
    t[0] = x[0];
#pragma omp target is_device_ptr(y) map(alloc: t)
    y[0] = t[0] * a;
  }
}
