void kernel(const double *x, double *y, long n) {
#ifdef NOT
#define M is_device_ptr(y)
#else
#define M map(tofrom: y[0:n])
#endif
#pragma omp target teams loop is_device_ptr(x) M
  for (long i = 0; i < n; i++) y[i] = x[i];
}
