void kernel(const double *x, double *y, long n, double a) {
  long first = 0;
#pragma omp target is_device_ptr(x, y) map(tofrom: first)
  { first = x[0] > 0; y[0] = a; }
  if (first) return;
}
