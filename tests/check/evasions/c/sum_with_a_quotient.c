void kernel(const double *x, double *y, long n) {
  double *q = y + n / 1;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n/4; i++) q[i] = x[i];
}
