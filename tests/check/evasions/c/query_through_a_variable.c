#include <omp.h>
void kernel(const double *x, double *y, long n) {
  int teams = omp_get_max_teams();
#pragma omp target teams distribute parallel for is_device_ptr(x, y) num_teams(teams)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
