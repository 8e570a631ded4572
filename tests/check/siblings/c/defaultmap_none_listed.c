void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams loop is_device_ptr(x, y) defaultmap(none) firstprivate(n, a)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
