void kernel(const double *x, double *y, long n, double a) {
  double **pp = &y;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    (*pp)[i] += a * x[i];
}
