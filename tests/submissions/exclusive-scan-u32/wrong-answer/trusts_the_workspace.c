// Takes the workspace for zeros, as fresh memory often is. Nobody promised: it is poisoned before each call.
#include <stdint.h>

void kernel(const uint32_t *value, uint32_t *scan, uint32_t *work, int64_t N) {
#pragma omp target is_device_ptr(value, scan, work)
  {
    uint32_t running = work[0];
    for (int64_t i = 0; i < N; i++) {
      scan[i] = running;
      running += value[i];
    }
  }
}
