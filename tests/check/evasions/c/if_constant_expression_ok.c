#define USE_GPU 1
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) if(target : USE_GPU == 1)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
