static double *keep;
#pragma omp threadprivate(keep)
void kernel(const double *x, double *y, long n) {
  keep = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: keep[0:n])
  for (long i = 0; i < n; i++) keep[i] = x[i];
}
