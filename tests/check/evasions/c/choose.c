void kernel(const double *x, double *y, long n) {
  double *q = (double *)__builtin_choose_expr(1, y, 0);
  double *r = __builtin_expect_with_probability((long)q, 1, 0.9) ? q : q;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: r[0:n])
  for (long i = 0; i < n; i++) r[i] = x[i];
}
