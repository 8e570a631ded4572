void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams is_device_ptr(x, y)
  {
#pragma omp metadirective when(device={kind(gpu)}: distribute parallel for) default(distribute)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
  }
}
