void kernel(const double *x, double *y, long n) {
  double (*m)[n] = (void *)y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: m[0:1][0:n])
  for (long i = 0; i < n; i++) m[0][i] = x[i];
}
