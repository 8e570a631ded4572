struct W {
  void run(double *p, long n) {
    #pragma omp target teams loop map(tofrom: p[0:n])
    for (long i = 0; i < n; i++) p[i] = 0;
  }
};
extern "C" void kernel(const double *x, double *y, long n) {
  auto f = &W::run;
  W w, *q = &w;
  (q->*f)(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
