void kernel(const int *x, int *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  switch (*x) { case 0: break; }
}
