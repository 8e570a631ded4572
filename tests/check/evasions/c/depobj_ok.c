#include <omp.h>
void kernel(const double *x, double *y, long n) {
  omp_depend_t o;
#pragma omp depobj(o) depend(inout : y[0])
#pragma omp target teams loop is_device_ptr(x, y) nowait depend(depobj : o)
  for (long i = 0; i < n; i++) y[i] = x[i];
#pragma omp taskwait
#pragma omp depobj(o) destroy
}
