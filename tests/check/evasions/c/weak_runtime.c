__attribute__((weak)) int helper_weak(double *p);
void kernel(const double *x, double *y, long n) {
  helper_weak(y);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
