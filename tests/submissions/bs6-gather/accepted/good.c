// One thread for each row; a row is short, so nothing is gained by splitting it.
#include <stdint.h>

void kernel(const double *v_L, const int32_t *rowStarts, const int32_t *ids, double *g, int64_t NG) {
#pragma omp target teams distribute parallel for is_device_ptr(v_L, rowStarts, ids, g)
  for (int64_t n = 0; n < NG; n++) {
    double sum = 0.0;
    for (int32_t s = rowStarts[n]; s < rowStarts[n + 1]; s++) sum += v_L[ids[s]];
    g[n] = sum;
  }
}
