typedef struct { double *p; long n; } V;
void kernel(const double *x, double *y, long n, double a) {
  V v; V w;
  v.p = y; w = v;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    w.p[i] += a * x[i];
}
