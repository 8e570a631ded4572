void kernel(const double *x, double *y, long n) {
_Pragma(u8"omp target teams loop map(tofrom: y[0:n]) is_device_ptr(x)")
  for (long i = 0; i < n; i++) y[i] = x[i];
}
