static inline __attribute__((always_inline)) void go(long n, const double *restrict a, double *restrict b) {
#pragma omp target teams loop is_device_ptr(a, b)
  for (long i = 0; i < n; i++) b[i] = a[i];
}
void kernel(const double *x, double *y, long n) {
  go(n, x, y);
}
