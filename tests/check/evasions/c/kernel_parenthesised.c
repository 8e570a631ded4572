void (kernel)(const double *x, double *y, long n) {
#pragma omp target teams loop map(from: y[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
