struct Op {
  const double *x; double *y;
  void run(long n, double a) {
#pragma omp target teams loop
    for (long i = 0; i < n; ++i) y[i] += a * x[i];
  }
};
extern "C" void kernel(const double *x, double *y, long n, double a) {
  Op op{x, y};
  op.run(n, a);
}
