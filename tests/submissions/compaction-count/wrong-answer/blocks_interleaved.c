// Every thread takes each 64th key and they write one after the other: the right indices, in the wrong order.
#include <stdint.h>

void kernel(const uint32_t *keys, uint32_t *count, uint32_t *kept, uint32_t *work, int64_t N) {
  (void)work;
#pragma omp target is_device_ptr(keys, count, kept)
  {
    uint32_t at = 0;
    for (int64_t t = 0; t < 64; t++)
      for (int64_t i = t; i < N; i += 64)
        if (keys[i] % 8 == 0) kept[at++] = (uint32_t)i;
    count[0] = at;
  }
}
