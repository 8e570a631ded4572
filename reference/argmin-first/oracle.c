/* One scan from the left that keeps the first of the smallest. */
#include "judge_rng.h"

#include <math.h>

void oracle(const double *a, int64_t N, double *value_r, int64_t *index_r) {
    double least = INFINITY;
    int64_t first = -1;
    for (int64_t i = 0; i < N; i++) {
        if (first < 0 || a[i] < least) {
            least = a[i];
            first = i;
        }
    }
    value_r[0] = least;
    index_r[0] = first;
}

/* Values of like magnitude, and the smallest planted at three places in random order, so that a kernel that keeps any
 * of the equal ones, or the last, is found out. Half of the seeds plant zeros of both signs among positive values. */
void generate(uint64_t seed, int32_t twin, int64_t N, double *a) {
    (void)twin;
    int zeros = judge_hash(seed, 1, 0) & 1;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; i++) {
        double v = judge_like(judge_hash(seed, 0, (uint64_t)i));
        a[i] = zeros ? fabs(v) : v;
    }
    for (uint64_t plant = 0; plant < 3 && N >= 31; plant++) {
        uint64_t place = judge_hash(seed, 2, plant) % (uint64_t)N;
        a[place] = zeros ? (plant & 1 ? 0.0 : -0.0) : -2.0;
    }
}
