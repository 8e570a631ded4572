template <class F>
static void each(long n, F f) {
#pragma omp target teams loop
  for (long i = 0; i < n; i++)
    f(i);
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  each(n, [=](long i) { y[i] += a * x[i]; });
}
