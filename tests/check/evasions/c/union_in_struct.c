void kernel(const double *x, double *y, long n) {
  struct { union { double *a; long b; }; } v;
  v.b = (long)y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: v.a[0:n])
  for (long i = 0; i < n; i++) v.a[i] = x[i];
}
