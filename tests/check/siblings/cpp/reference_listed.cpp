extern "C" void kernel(const double *x, double *y, long n, double a) {
  double *const &r = y;
#pragma omp target teams distribute parallel for is_device_ptr(x, r)
  for (long i = 0; i < n; i++)
    r[i] += a * x[i];
}
