static void helper(const double *x, double *p, long n) {
  #pragma omp target teams loop is_device_ptr(p, x)
  for (long i = 0; i < n; i++) p[i] = x[i];
}
void kernel(const double *x, double *y, long n) {
  void (*f)(const double *, double *, long) = helper;
  f(x, y, n);
}
