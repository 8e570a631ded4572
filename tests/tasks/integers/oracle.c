#include <stdint.h>

/* Other words for the same: 128-bit arithmetic, complements, remainders. */
void oracle(const uint64_t *a, const int64_t *c, const int32_t *e, const uint32_t *g, const unsigned char *k, uint64_t N,
            uint64_t *a_r, int64_t *b_r, int32_t *d_r, uint32_t *f_r, unsigned char *h_r) {
    for (uint64_t i = 0; i < N; i++) {
        a_r[i] = (uint64_t)((unsigned __int128)a[i] * 6364136223846793005u + 1442695040888963407u);
        b_r[i] = (c[i] - c[i] % 3) / 3;
        d_r[i] = (int32_t)(~(uint32_t)e[i] + 1u);
        f_r[i] = g[i] / 2;
        h_r[N - 1 - i] = (unsigned char)((k[i] | 0x5a) - (k[i] & 0x5a));
    }
}
