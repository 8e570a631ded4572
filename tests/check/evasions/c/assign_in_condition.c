void kernel(const double *x, double *y, long n) {
  double *q;
  if ((q = y) != 0) {
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
    for (long i = 0; i < n; i++) q[i] = x[i];
  }
}
