typedef struct { double *p; long n; } V;
void kernel(const double *x, double *y, long n, double a) {
  V v = {y, n};
#pragma omp target teams distribute parallel for is_device_ptr(x, y) firstprivate(v)
  for (long i = 0; i < v.n; i++)
    y[i] += a * x[i];
}
