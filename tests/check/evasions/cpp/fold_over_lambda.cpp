template <class... T> void up(long n, T *...p) {
  (void)n;
  ([&](auto *q) { _Pragma("omp target update to(q[0:n])") }(p), ...);
}
extern "C" void kernel(const double *x, double *y, long n) {
  up(n, y);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
