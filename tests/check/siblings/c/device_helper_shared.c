#pragma omp begin declare target
static double at(const double *p, long i) { return p[i]; }
#pragma omp end declare target
void kernel(const double *x, double *y, long n, double a) {
  double t[2] = {1, 2};
  a += at(t, 1);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * at(x, i);
}
