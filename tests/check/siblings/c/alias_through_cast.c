void kernel(const double *x, double *y, long n, double a) {
  float *q = (float *)(void *)y;
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (long i = 0; i < n; i++)
    q[i] += x[i];
}
