#define M(...) __VA_OPT__(map(tofrom: y[0:n]))
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x) M(1)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
