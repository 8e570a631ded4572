extern "C" void kernel(const double *x, double *y, long n, double a) {
  auto f = [p = y, q = x](long i) { p[i] += q[i]; };
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    f(i);
}
