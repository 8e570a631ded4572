// Finds the smallest value, then lets every place that holds it write its index: the last writer wins, not the first.
#include <math.h>
#include <stdint.h>

void kernel(const double *a, double *value, int64_t *index, int64_t N) {
  double least = INFINITY;
#pragma omp target teams distribute parallel for is_device_ptr(a) map(tofrom : least) reduction(min : least)
  for (int64_t i = 0; i < N; i++) least = a[i] < least ? a[i] : least;
#pragma omp target is_device_ptr(value, index)
  {
    value[0] = least;
    index[0] = -1;
  }
#pragma omp target is_device_ptr(a, index)
  for (int64_t i = 0; i < N; i++)
    if (a[i] == least) index[0] = i;
}
