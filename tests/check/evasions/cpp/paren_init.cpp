extern "C" void kernel(const double *x, double *y, long n) {
  double *p(y);
  #pragma omp target is_device_ptr(x)
  #pragma omp target map(tofrom: p[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) p[i] = x[i];
}
