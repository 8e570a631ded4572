#pragma omp begin declare target
static void put(double *p, double v) { *p = v; }
#pragma omp end declare target
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  put(y, 1);
}
