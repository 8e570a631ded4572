extern "C" void kernel(const double *x, double *y, long n) {
  [](double *p, const double *q, long m) {
    #pragma omp target teams loop is_device_ptr(p, q)
    for (long i = 0; i < m; i++) p[i] = q[i];
  }(y, x, n);
}
