void kernel(const double *x, double *y, long n) {
#if __COUNTER__ == 0
#define M map(tofrom: y[0:n])
#else
#define M
#endif
#pragma omp target teams loop is_device_ptr(x, y) M
  for (long i = 0; i < n; i++) y[i] = x[i];
}
