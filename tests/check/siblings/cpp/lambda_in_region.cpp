extern "C" void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++) {
    auto f = [=](long k) { return a * x[k]; };
    y[i] += f(i);
  }
}
