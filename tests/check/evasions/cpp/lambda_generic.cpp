extern "C" void kernel(const double *x, double *y, long n) {
  auto f = [](auto p, auto m) {
    #pragma omp target teams loop map(tofrom: p[0:m])
    for (long i = 0; i < m; i++) p[i] = 0;
  };
  f(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
