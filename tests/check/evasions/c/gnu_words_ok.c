__inline static void go(__const double *x, double *y, __signed long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(__const double *x, double *y, long n) {
  go(x, y, n);
}
