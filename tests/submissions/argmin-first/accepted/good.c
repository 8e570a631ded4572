// The least value first, then the first index that has it: two reductions of the language's own, in any order the same answer.
#include <math.h>
#include <stdint.h>

void kernel(const double *a, double *value, int64_t *index, int64_t N) {
  double least = INFINITY;
#pragma omp target teams distribute parallel for is_device_ptr(a) map(tofrom : least) reduction(min : least)
  for (int64_t i = 0; i < N; i++) least = a[i] < least ? a[i] : least;
  int64_t first = N;
#pragma omp target teams distribute parallel for is_device_ptr(a) map(tofrom : first) map(to : least) reduction(min : first)
  for (int64_t i = 0; i < N; i++)
    if (a[i] == least && i < first) first = i;
#pragma omp target is_device_ptr(a, value, index) map(to : first)
  {
    // Not `least`: over nothing, a reduction by `min` is the largest finite number.
    value[0] = first < N ? a[first] : INFINITY;
    index[0] = first < N ? first : -1;
  }
}
