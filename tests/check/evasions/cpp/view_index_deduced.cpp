template <class T> struct V { T *p; T *begin() const { return p; } T *end() const { return p + 4; } T operator[](int i) const {
    return p[i]; } };
template <class U> static double first(U u) { return u[0]; }
template <class T> V<T> make(T *p) { return V<T>{p}; }
extern "C" void kernel(const double *x, double *y, long n) {
  double f = first(make(x));
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i] + f;
}
