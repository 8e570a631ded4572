#include <omp.h>
void kernel(const double *x, double *y, long n) {
  omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type("cuda", "hip"), targetsync : o)
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
#pragma omp interop destroy(o)
}
