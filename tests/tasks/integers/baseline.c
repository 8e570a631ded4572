#include <stdint.h>

void kernel(uint64_t *a, const int64_t *c, int64_t *b, const int32_t *e, int32_t *d, const uint32_t *g, uint32_t *f,
            const unsigned char *k, unsigned char *h, uint64_t N) {
#pragma omp parallel for schedule(static)
    for (uint64_t i = 0; i < N; i++) {
        a[i] = 6364136223846793005u * a[i] + 1442695040888963407u;
        b[i] = c[i] / 3;
        d[i] = -e[i];
        f[i] = g[i] >> 1;
        h[i] = k[N - 1 - i] ^ 0x5a;
    }
}
