extern "C" void kernel(const double *x, double *y, long n, double a) {
  double *q = const_cast<double *>(x);
#pragma omp target teams distribute parallel for is_device_ptr(y)
  for (long i = 0; i < n; i++)
    y[i] += q[i];
}
