// Adds in fixed point, in any order the same result: but to 32 bits behind the point, not to the weights' own precision.
#include <stdint.h>

void kernel(const uint32_t *bin, const double *w, double *sums, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(bin, w, sums)
  for (uint32_t b = 0; b < 16; b++) {
    int64_t sum = 0;
    for (int64_t i = 0; i < N; i++)
      if (bin[i] == b) sum += (int64_t)(w[i] * 4294967296.0);
    sums[b] = (double)sum / 4294967296.0;
  }
}
