/* One running sum from the left in 64 bits, cut to 32 at each step. */
#include <stdint.h>

void oracle(const uint32_t *value, int64_t N, uint32_t *scan_r) {
    uint64_t before = 0;
    for (int64_t i = 0; i < N; i++) {
        scan_r[i] = (uint32_t)before;
        before += value[i];
    }
}
