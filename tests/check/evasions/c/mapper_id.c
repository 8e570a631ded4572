typedef struct { double *p; long n; } V;
#pragma omp declare mapper(deep : V v) map(v, v.p[0:v.n])
void kernel(const double *x, double *y, long n) {
  V v = {y, n};
#pragma omp target teams loop is_device_ptr(x) map(mapper(deep), tofrom: v)
  for (long i = 0; i < n; i++) v.p[i] = x[i];
}
