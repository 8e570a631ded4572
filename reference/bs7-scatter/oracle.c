/* The value moves unchanged, or the old one stays. */
#include "judge_mesh.h"

void oracle(const double *v_G, const int32_t *scatterIds, const double *q, int64_t NL, double *q_r) {
#pragma omp parallel for schedule(static)
    for (int64_t l = 0; l < NL; l++) q_r[l] = scatterIds[l] < 0 ? q[l] : v_G[scatterIds[l]];
}

void generate(uint64_t seed, int32_t twin, int64_t nx, int64_t ny, int64_t nz, int64_t p, int64_t permuted,
              int64_t masked, int64_t NL, int32_t *scatterIds) {
    (void)seed, (void)twin, (void)NL;
    judge_mesh m = judge_mesh_of(nx, ny, nz, p, permuted, masked);
    int64_t q = p + 1;
#pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < nx * ny * nz; e++) {
        int64_t i = e % nx, j = e / nx % ny, k = e / nx / ny;
        int32_t *id = scatterIds + e * q * q * q;
        for (int64_t c = 0; c < q; c++)
            for (int64_t b = 0; b < q; b++)
                for (int64_t a = 0; a < q; a++)
                    *id++ = (int32_t)judge_mesh_node(&m, i * p + a, j * p + b, k * p + c);
    }
    free(m.rank);
}
