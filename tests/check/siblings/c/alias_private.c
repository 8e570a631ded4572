void kernel(const double *x, double *y, long n, double a) {
  double *q;
#pragma omp target is_device_ptr(x, y) private(q)
  {
    q = y + 1;
    q[0] = a * x[0];
  }
}
