static double *table[4];
void kernel(const double *x, double *y, long n) {
  table[2] = y;
  double *q = table[n & 3];
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
