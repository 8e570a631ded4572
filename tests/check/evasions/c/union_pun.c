union U { double *p; unsigned long u; };
void kernel(const double *x, double *y, long n) {
  union U a; a.p = y;
  union U b; b.u = a.u;
  double *q = b.p;
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
