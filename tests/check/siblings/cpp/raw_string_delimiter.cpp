extern "C" void kernel(const double *x, double *y, long n, double a) {
  const char *s = R"x(
#pragma omp target map(y[0:n]) )y"
)x";
  if (!s) return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
