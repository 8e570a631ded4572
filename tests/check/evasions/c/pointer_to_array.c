void kernel(const double *x, double *y, long n) {
  double (*r)[4] = (double (*)[4])y;
  #pragma omp target map(tofrom: r[0:1])
  r[0][0] = 1;
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
