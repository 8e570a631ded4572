static double *walk(double *p, long n) { return n ? walk(p + 1, n - 1) : p; }
void kernel(const double *x, double *y, long n) {
  double *q = walk(y, 2);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
