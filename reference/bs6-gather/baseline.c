/* One row after the other, each thread its own contiguous part of the rows. */
#include <stdint.h>

void kernel(const double *v_L, const int32_t *rowStarts, const int32_t *ids, double *g, int64_t NG) {
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < NG; n++) {
        double sum = 0.0;
        for (int32_t s = rowStarts[n]; s < rowStarts[n + 1]; s++) sum += v_L[ids[s]];
        g[n] = sum;
    }
}
