/* One pass from the left; what stands behind the kept indices stays. */
#include <stdint.h>

void oracle(const uint32_t *keys, const uint32_t *kept, int64_t N, uint32_t *count_r, uint32_t *kept_r) {
    int64_t n = 0;
    for (int64_t i = 0; i < N; i++)
        if ((keys[i] & 7) == 0) kept_r[n++] = (uint32_t)i;
    count_r[0] = (uint32_t)n;
    for (int64_t i = n; i < N; i++) kept_r[i] = kept[i];
}
