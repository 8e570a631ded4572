__attribute__((noinline)) void kernel(const double *restrict x, double *restrict y, const long n)
{
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
