void kernel(const double *x, double *y, long n) {
#ifdef NOPE
#elifndef NOPE2
#pragma omp target teams loop is_device_ptr(x) map(tofrom: y[0:n])
#else
#pragma omp target teams loop is_device_ptr(x, y)
#endif
  for (long i = 0; i < n; i++) y[i] = x[i];
}
