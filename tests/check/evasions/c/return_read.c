static double first(const double *p) { return *p; }
void kernel(const double *x, double *y, long n) {
  double f = first(x);
#pragma omp target teams loop is_device_ptr(y)
  for (long i = 0; i < n; i++) y[i] = f;
}
