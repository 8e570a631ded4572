#include <omp.h>
void kernel(const double *x, double *y, long n) {
  double t[4];
#pragma omp target teams distribute is_device_ptr(x, y) uses_allocators(omp_pteam_mem_alloc) allocate(omp_pteam_mem_alloc : t) private(t)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
