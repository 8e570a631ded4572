#define STR(t) _Pragma(#t)
#define DO(t) STR(omp t)
void kernel(const double *x, double *y, long n, double a) {
  DO(target enter data map(to: x[0:n]))
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
