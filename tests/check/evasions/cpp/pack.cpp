template <class... T> static void go(T... v) {
  auto f = [](double *p, long m) {
    #pragma omp target teams loop map(tofrom: p[0:m])
    for (long i = 0; i < m; i++) p[i] = 0;
  };
  f(v...);
}
extern "C" void kernel(const double *x, double *y, long n) {
  go(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
