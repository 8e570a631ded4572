/* One local entry after the other, each thread its own contiguous part. */
#include <stdint.h>

void kernel(const double *v_G, const int32_t *scatterIds, double *q, int64_t NL) {
#pragma omp parallel for schedule(static)
    for (int64_t l = 0; l < NL; l++)
        if (scatterIds[l] >= 0) q[l] = v_G[scatterIds[l]];
}
