extern "C" void kernel(const double *x, double *y, long n, double a) {
  auto *q = static_cast<double *>(y);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    q[i] += a * x[i];
}
