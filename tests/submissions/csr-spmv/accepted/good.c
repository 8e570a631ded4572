// One thread for each row. The one long row decides the time: a faster kernel splits it.
#include <stdint.h>

void kernel(const int32_t *rowptr, const int32_t *col, const double *val, const double *x, double *y, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(rowptr, col, val, x, y)
  for (int64_t r = 0; r < N; r++) {
    double sum = 0.0;
    for (int32_t s = rowptr[r]; s < rowptr[r + 1]; s++) sum += val[s] * x[col[s]];
    y[r] = sum;
  }
}
