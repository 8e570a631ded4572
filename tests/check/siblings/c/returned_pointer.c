static double *pick(double *p) { return p + 1; }
void kernel(const double *x, double *y, long n, double a) {
  double *q = pick(y);
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (long i = 0; i < n; i++)
    q[i] += a * x[i];
}
