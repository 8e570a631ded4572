/* Each thread sums into four tables in turn, so that equal neighbours do not wait for each other's addition. */
#include <stdint.h>

void kernel(const uint32_t *bin, const double *w, double *sums, int64_t N) {
    for (int b = 0; b < 16; b++) sums[b] = 0.0;
#pragma omp parallel
    {
        double own[4][16] = {{0.0}};
#pragma omp for schedule(static) nowait
        for (int64_t quad = 0; quad < N / 4; quad++)
            for (int lane = 0; lane < 4; lane++) own[lane][bin[4 * quad + lane] & 15] += w[4 * quad + lane];
#pragma omp critical
        for (int b = 0; b < 16; b++) sums[b] += own[0][b] + own[1][b] + own[2][b] + own[3][b];
    }
    for (int64_t i = N / 4 * 4; i < N; i++) sums[bin[i] & 15] += w[i];
}
