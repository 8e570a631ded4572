typedef struct { double *p; long n; } V;
void kernel(const double *x, double *y, long n, double a) {
  V v = {y, n};
#pragma omp target is_device_ptr(x, y) map(to: v)
  y[0] = x[0] * v.n;
}
