void kernel(const double *x, double *y, long n, double a) {
#pragma omp metadirective when(device={kind(nohost)}: target teams loop is_device_ptr(x, y)) default(target teams loop is_device_ptr(x, y))
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
