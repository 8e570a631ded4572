static double *g;
#pragma omp declare target(g)
void kernel(const double *x, double *y, long n) {
  g = y;
#pragma omp target update to(g)
#pragma omp target teams loop is_device_ptr(x)
  for (long i = 0; i < n; i++) g[i] = x[i];
}
