#include <omp.h>
typedef __typeof(double *) P;
void kernel(const double *x, double *y, long n) {
  P q = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
