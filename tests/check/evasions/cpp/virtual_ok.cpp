struct B { virtual void run(double *p, long n) = 0; };
struct W : B {
  void run(double *p, long n) override {
    #pragma omp target teams loop is_device_ptr(p)
    for (long i = 0; i < n; i++) p[i] = 0;
  }
};
extern "C" void kernel(const double *x, double *y, long n) {
  W w;
  B *b = &w;
  b->run(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
