void kernel(const double *x, double *y, long n) {
  double s = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) reduction(inscan, + : s)
  for (long i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}
