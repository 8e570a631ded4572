typedef struct V { double *p; long n; } V;
#pragma omp declare mapper(V v) map(v, v.p[0:v.n])
void kernel(const double *x, double *y, long n, double a) {
  V v = {y, n};
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: v)
  for (long i = 0; i < n; i++)
    v.p[i] += a * x[i];
}
