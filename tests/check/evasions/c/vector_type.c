typedef double v4 __attribute__((vector_size(32)));
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  *(v4 *)y = (v4){0};
}
