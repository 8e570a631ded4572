static double *g;
#pragma omp declare target link(g)
void kernel(const double *x, double *y, long n) {
  g = y;
#pragma omp target teams loop map(tofrom: g[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) g[i] = x[i];
}
