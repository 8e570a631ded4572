#include <omp.h>
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y) device(device_num : omp_get_default_device())
  for (long i = 0; i < n; i++) y[i] = x[i];
}
