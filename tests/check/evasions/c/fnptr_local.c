static void helper(const double *x, double *p, long n) {
  (void)0;
  #pragma omp target teams loop map(tofrom: p[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) p[i] = x[i];
}
void kernel(const double *x, double *y, long n) {
  void (*f)(const double *, double *, long) = helper;
  f(x, y, n);
}
