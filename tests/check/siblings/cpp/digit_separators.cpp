extern "C" void kernel(const double *x, double *y, long n, double a) {
  long m = 1'000'000;
  if (n > m) n = m; char c = '"'; (void)c;
#pragma omp target update to(x[0:n])
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
