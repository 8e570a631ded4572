struct b { double *p; };
void kernel(const double *x, double *y, long n) {
  struct b t[3]; for (int i = 0; i < 3; i++) t[i].p = y + i * n / 3;
#pragma omp target data map(tofrom: t[1].p[0:n/3])
  {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  }
}
