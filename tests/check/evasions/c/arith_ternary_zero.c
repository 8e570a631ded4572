void kernel(const double *x, double *y, long n) {
  double *q = (double *)((char *)0 + (y - (double *)0) * sizeof(double));
#pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
