struct V { double *p; long n; };
static void go(struct V v) {
  double *q = v.p;
  #pragma omp target teams loop map(tofrom: q[0:v.n])
  for (long i = 0; i < v.n; i++) q[i] = 0;
}
void kernel(const double *x, double *y, long n) {
  go((struct V){ y, n });
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
