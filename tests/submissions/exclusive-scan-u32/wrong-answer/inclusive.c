// Writes the inclusive sum: every entry already holds its own value.
#include <stdint.h>

enum { BLOCKS = 1024 };

void kernel(const uint32_t *value, uint32_t *scan, uint32_t *work, int64_t N) {
  int64_t length = (N + BLOCKS - 1) / BLOCKS;
#pragma omp target teams distribute parallel for is_device_ptr(value, work)
  for (int64_t b = 0; b < BLOCKS; b++) {
    uint32_t sum = 0;
    for (int64_t i = b * length; i < (b + 1) * length && i < N; i++) sum += value[i];
    work[b] = sum;
  }
#pragma omp target is_device_ptr(work)
  for (int64_t b = 0, running = 0; b < BLOCKS; b++) {
    uint32_t sum = work[b];
    work[b] = (uint32_t)running;
    running = (uint32_t)running + sum;
  }
#pragma omp target teams distribute parallel for is_device_ptr(value, scan, work)
  for (int64_t b = 0; b < BLOCKS; b++) {
    uint32_t running = work[b];
    for (int64_t i = b * length; i < (b + 1) * length && i < N; i++) {
      uint32_t v = value[i];

      running += v;
      scan[i] = running;
    }
  }
}
