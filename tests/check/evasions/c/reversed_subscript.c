void kernel(const double *x, double *y, long n) {
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
  0[y] = 1;
}
