void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) nowait depend(out: y[0:1])
  for (long i = 0; i < n; i++) y[i] = x[i];
#pragma omp target is_device_ptr(y) depend(in: y[1:1])
  y[0] = 1;
}
