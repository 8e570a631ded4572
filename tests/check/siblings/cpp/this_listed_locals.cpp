struct Op {
  const double *x; double *y;
  void run(long n, double a) {
    const double *px = x; double *py = y;
#pragma omp target teams loop is_device_ptr(px, py)
    for (long i = 0; i < n; ++i) py[i] += a * px[i];
  }
};
extern "C" void kernel(const double *x, double *y, long n, double a) {
  Op op{x, y};
  op.run(n, a);
}
