#if __LINE__ > 0
#define MORE map(tofrom: y[0:n])
#else
#define MORE is_device_ptr(y)
#endif
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x) MORE
  for (long i = 0; i < n; i++) y[i] = x[i];
}
