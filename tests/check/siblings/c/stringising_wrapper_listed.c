#define DO(...) _Pragma(#__VA_ARGS__)
void kernel(const double *x, double *y, long n, double a) {
  DO(omp target teams loop is_device_ptr(x, y))
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
