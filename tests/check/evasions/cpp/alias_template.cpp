template <class T> using PP = T **;
template <class T> static T *load(PP<T> p) { return *p; }
extern "C" void kernel(const double *x, double *y, long n) {
  PP<double> pp = &y;
  double *q = load<double>(pp);
  (void)q;
#pragma omp target exit data map(from: q[0:n])
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
