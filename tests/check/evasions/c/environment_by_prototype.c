extern int setenv(const char *, const char *, int);
void kernel(const double *x, double *y, long n) {
  setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
