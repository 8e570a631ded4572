#pragma omp declare reduction(keep : double : omp_out += omp_in) initializer(omp_priv = 0)
void kernel(const double *x, double *y, long n) {
  double s = 0;
#pragma omp target teams loop is_device_ptr(x) reduction(keep : s)
  for (long i = 0; i < n; i++) s += x[i];
#pragma omp target is_device_ptr(y)
  y[0] = s;
}
