static double dot(const double *a, const double *b, long n) {
  double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) is_device_ptr(a, b) map(tofrom : s)
  for (long i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
void kernel(const double *x, double *y, long n) {
  double s = dot(x, x, n);
#pragma omp target is_device_ptr(y)
  y[0] = s;
}
