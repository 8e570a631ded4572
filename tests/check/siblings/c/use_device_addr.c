void kernel(const double *x, double *y, long n, double a) {
#pragma omp target data use_device_addr(x[0:n], y[0:n])
  {
#pragma omp target teams distribute parallel for 
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
  }
}
