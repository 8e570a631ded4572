void kernel(const double *x, double *y, long n) {
  for (int k = 0; k < 3; k++) {
#pragma omp target teams loop is_device_ptr(x, y) nowait
    for (long i = 0; i < n; i++) y[i] = x[i];
    if (k == 2) break;
#pragma omp taskwait
  }
}
