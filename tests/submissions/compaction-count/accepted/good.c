// Three steps: how many each block keeps, where each block starts, then each block writes its indices in order.
#include <stdint.h>

enum { BLOCKS = 1024 };

void kernel(const uint32_t *keys, uint32_t *count, uint32_t *kept, uint32_t *work, int64_t N) {
  int64_t length = (N + BLOCKS - 1) / BLOCKS;
#pragma omp target teams distribute parallel for is_device_ptr(keys, work)
  for (int64_t b = 0; b < BLOCKS; b++) {
    uint32_t own = 0;
    for (int64_t i = b * length; i < (b + 1) * length && i < N; i++) own += keys[i] % 8 == 0;
    work[b] = own;
  }
#pragma omp target is_device_ptr(work, count)
  {
    uint32_t start = 0;
    for (int64_t b = 0; b < BLOCKS; b++) {
      uint32_t own = work[b];
      work[b] = start;
      start += own;
    }
    count[0] = start;
  }
#pragma omp target teams distribute parallel for is_device_ptr(keys, kept, work)
  for (int64_t b = 0; b < BLOCKS; b++) {
    uint32_t at = work[b];
    for (int64_t i = b * length; i < (b + 1) * length && i < N; i++)
      if (keys[i] % 8 == 0) kept[at++] = (uint32_t)i;
  }
}
