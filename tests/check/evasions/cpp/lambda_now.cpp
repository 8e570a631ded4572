extern "C" void kernel(const double *x, double *y, long n) {
  [](double *p, long m) {
    #pragma omp target teams loop map(tofrom: p[0:m])
    for (long i = 0; i < m; i++) p[i] = 0;
  }(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
