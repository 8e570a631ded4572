/* Each thread counts into four tables in turn, so that equal neighbours do not wait for each other's store. */
#include <stdint.h>
#include <string.h>

void kernel(const uint32_t *keys, uint32_t *counts, int64_t N) {
    memset(counts, 0, 256 * sizeof *counts);
#pragma omp parallel
    {
        uint32_t own[4][256] = {{0}};
#pragma omp for schedule(static) nowait
        for (int64_t quad = 0; quad < N / 4; quad++)
            for (int lane = 0; lane < 4; lane++) own[lane][keys[4 * quad + lane] & 255]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++) counts[bin] += own[0][bin] + own[1][bin] + own[2][bin] + own[3][bin];
    }
    for (int64_t i = N / 4 * 4; i < N; i++) counts[keys[i] & 255]++;
}
