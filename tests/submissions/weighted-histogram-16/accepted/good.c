// One atomic addition for each weight; their order is open, and the band allows for it.
#include <stdint.h>

void kernel(const uint32_t *bin, const double *w, double *sums, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(sums)
  for (int b = 0; b < 16; b++) sums[b] = 0.0;
#pragma omp target teams distribute parallel for is_device_ptr(bin, w, sums)
  for (int64_t i = 0; i < N; i++) {
#pragma omp atomic
    sums[bin[i]] += w[i];
  }
}
