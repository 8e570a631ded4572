extern "C" void kernel(const double *x, double *y, long n, double a) {
  auto f = [=](long i) { y[i] += a * x[i]; };
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (long i = 0; i < n; i++)
    f(i);
}
