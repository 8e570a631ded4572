struct V { double *p; long n; };
extern "C" void kernel(const double *x, double *y, long n, double a) {
  V v{y, n};
  auto [p, m] = v;
  double *q = p;
#pragma omp target teams distribute parallel for is_device_ptr(x, q)
  for (long i = 0; i < n; i++)
    q[i] += a * x[i];
}
