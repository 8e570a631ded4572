void kernel(const double *x, double *y, long n) {
  double *\u{e9} = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: é[0:n])
  for (long i = 0; i < n; i++) \u00e9[i] = x[i];
}
