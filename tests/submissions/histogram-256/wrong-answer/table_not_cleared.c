// Never sets the table to zero: the output starts out poisoned.
#include <stdint.h>

void kernel(const uint32_t *keys, uint32_t *counts, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(keys, counts)
  for (int64_t i = 0; i < N; i++) {
#pragma omp atomic
    counts[keys[i]]++;
  }
}
