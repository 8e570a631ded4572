void kernel(const double *x, double *y, long n) {
  void *t[] = { &&a, &&b };
  double *q = 0;
  goto *t[n & 1];
a: q = y;
b: ;
#pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
