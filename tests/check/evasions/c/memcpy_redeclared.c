extern int cp(void *, const void *, unsigned long, unsigned long, unsigned long, int, int) __asm__("omp_target_memcpy");
void kernel(const double *x, double *y, long n) {
  double h[4];
  cp(h, y, 8, 0, 0, 1, 0);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
