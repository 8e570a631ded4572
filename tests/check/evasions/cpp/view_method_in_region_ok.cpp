struct V { double *p; double &at(long i) const { return p[i]; } };
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; ++i) { V v{y}; v.at(i) = x[i]; }
}
