extern int cudaMemcpy(void *, const void *, unsigned long, int);
void kernel(const double *x, double *y, long n) {
  double h[4];
  cudaMemcpy(h, y, 32, 2);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
