template <class T> struct View { T *p; long n; };
static void axpy(View<const double> a, View<double> b, double s) {
  const double *x = a.p;
  double *y = b.p;
  long n = b.n;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: y[0:n])
  for (long i = 0; i < n; ++i) y[i] += s * x[i];
}
extern "C" void kernel(const double *x, double *y, long n, double a) { axpy({x, n}, {y, n}, a); }
