struct V { double *p; double &at(long i) const { return p[i]; } };
struct W { V v; };
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  W w; w.v.p = y;
  w.v.at(0) = 3;
}
