struct Op {
  const double *x; double *y;
  Op(const double *u, double *v) : x(u), y(v) {}
  void run(long n, double a) {
#pragma omp target teams loop map(to: x[0:n]) map(tofrom: y[0:n])
    for (long i = 0; i < n; ++i) y[i] += a * x[i];
  }
};
extern "C" void kernel(const double *x, double *y, long n, double a) {
  Op op(x, y);
  op.run(n, a);
}
