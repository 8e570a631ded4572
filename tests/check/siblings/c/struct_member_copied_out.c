typedef struct { double *p; long n; } V;
void kernel(const double *x, double *y, long n, double a) {
  V v = {.n = n, .p = y};
  double *q = v.p;
#pragma omp target teams distribute parallel for is_device_ptr(x, q)
  for (long i = 0; i < n; i++)
    q[i] += a * x[i];
}
