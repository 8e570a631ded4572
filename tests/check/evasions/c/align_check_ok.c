#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  int aligned = ((uintptr_t)x % 64) == 0 && ((uintptr_t)y & 63) == 0;
#pragma omp target teams loop is_device_ptr(x, y) firstprivate(aligned)
  for (long i = 0; i < n; i++) y[i] = aligned ? x[i] : 0 + x[i];
}
