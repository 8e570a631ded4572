void kernel(const double *x, double *y, long n) {
  const double *x2 = x; double *y_3 = y;
#pragma omp target teams loop is_device_ptr(x2, y_3)
  for (long i = 0; i < n; i++) y_3[i] = x2[i];
}
