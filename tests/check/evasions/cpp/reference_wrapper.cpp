extern "C" void kernel(const double *x, double *y, long n) {
  double *&&r = static_cast<double *&&>(y);
  #pragma omp target teams loop map(tofrom: r[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) r[i] = x[i];
}
