#pragma omp begin declare target
static double *g;
static void step(long i, double v) { g[i] += v; }
#pragma omp end declare target
void kernel(const double *x, double *y, long n, double a) {
  g = y;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    step(i, a * x[i]);
}
