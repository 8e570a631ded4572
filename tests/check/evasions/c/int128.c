void kernel(const double *x, double *y, long n) {
  __int128 u = (__int128)(long)y;
  double *q = (double *)(long)u;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
