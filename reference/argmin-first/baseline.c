/* One pass: the smallest value of each block in vectors while it streams by, then the first place in the block that
 * won. A comparison per lane, because a minimum that must honour NaN does not vectorise. */
#include <math.h>
#include <stdint.h>

enum { BLOCK = 4096, LANES = 32 };

static double least_of(const double *a, int64_t n) {
    double lane[LANES];
    for (int l = 0; l < LANES; l++) lane[l] = INFINITY;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) lane[l] = a[i + l] < lane[l] ? a[i + l] : lane[l];
    double least = INFINITY;
    for (; i < n; i++) least = a[i] < least ? a[i] : least;
    for (int l = 0; l < LANES; l++) least = lane[l] < least ? lane[l] : least;
    return least;
}

void kernel(const double *a, double *value, int64_t *index, int64_t N) {
    double least = INFINITY;
    int64_t winner = -1;
#pragma omp parallel
    {
        double own = INFINITY;
        int64_t block = -1;
#pragma omp for schedule(static) nowait
        for (int64_t b = 0; b < N; b += BLOCK) {
            double v = least_of(a + b, N - b < BLOCK ? N - b : BLOCK);
            if (block < 0 || v < own) {
                own = v;
                block = b;
            }
        }
#pragma omp critical
        if (block >= 0 && (winner < 0 || own < least || (own == least && block < winner))) {
            least = own;
            winner = block;
        }
    }
    value[0] = least;
    index[0] = -1;
    for (int64_t i = winner; i >= 0 && i < N; i++)
        if (a[i] == least) {
            index[0] = i;
            break;
        }
}
