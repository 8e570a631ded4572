#pragma omp declare target
static double *keep;
#pragma omp end declare target
void kernel(const double *x, double *y, long n) {
  keep = y;
#pragma omp target update to(keep)
#pragma omp target teams loop is_device_ptr(x)
  for (long i = 0; i < n; i++) keep[i] = x[i];
}
