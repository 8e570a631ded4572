/* Each row in double-double; n is the row's length, S the sum of the magnitudes in it. */
#include "judge_dd.h"
#include "judge_mesh.h"

void oracle(const double *v_L, const int32_t *rowStarts, const int32_t *ids, int64_t NG, double *g_r, uint32_t *g_n,
            double *g_s) {
#pragma omp parallel for schedule(static)
    for (int64_t n = 0; n < NG; n++) {
        dd sum = dd_of(0.0), magnitude = dd_of(0.0);
        for (int32_t s = rowStarts[n]; s < rowStarts[n + 1]; s++) {
            sum = dd_add_double(sum, v_L[ids[s]]);
            magnitude = dd_add_double(magnitude, fabs(v_L[ids[s]]));
        }
        g_r[n] = dd_round(sum);
        g_n[n] = (uint32_t)(rowStarts[n + 1] - rowStarts[n]);
        g_s[n] = dd_round(magnitude);
    }
}

/* The elements that share coordinate X of an axis: their numbers, ascending, and X's place in each. */
static int elements_at(int64_t X, int64_t n, int64_t p, int64_t element[2], int64_t place[2]) {
    int count = 0;
    if (X % p == 0 && X > 0) {
        element[count] = X / p - 1;
        place[count++] = p;
    }
    if (X < n * p) {
        element[count] = X / p;
        place[count++] = X % p;
    }
    return count;
}

/* The rows from the geometry of the nodes, not by inverting the scatter; local ids ascend in each row. */
void generate(uint64_t seed, int32_t twin, int64_t nx, int64_t ny, int64_t nz, int64_t p, int64_t permuted,
              int64_t masked, int64_t NG, int32_t *rowStarts, int32_t *ids) {
    (void)seed, (void)twin, (void)NG;
    judge_mesh m = judge_mesh_of(nx, ny, nz, p, permuted, masked);
    int64_t q = p + 1;
    rowStarts[0] = 0;
    /* First the length of each row, then where it starts, then its entries. */
    for (int fill = 0; fill < 2; fill++) {
#pragma omp parallel for schedule(static)
        for (int64_t g = 0; g < m.NG; g++) {
            int64_t gx = m.all[0] - 2 * masked, gy = m.all[1] - 2 * masked;
            int64_t where[3] = {g % gx + masked, g / gx % gy + masked, g / gx / gy + masked};
            int64_t element[3][2], place[3][2];
            int count[3];
            for (int d = 0; d < 3; d++) count[d] = elements_at(where[d], m.n[d], p, element[d], place[d]);
            int64_t row = judge_mesh_node(&m, where[0], where[1], where[2]);
            if (!fill) {
                rowStarts[row + 1] = count[0] * count[1] * count[2];
                continue;
            }
            int32_t at = rowStarts[row];
            for (int k = 0; k < count[2]; k++)
                for (int j = 0; j < count[1]; j++)
                    for (int i = 0; i < count[0]; i++) {
                        int64_t e = element[0][i] + nx * (element[1][j] + ny * element[2][k]);
                        ids[at++] = (int32_t)(e * q * q * q + place[0][i] + q * (place[1][j] + q * place[2][k]));
                    }
        }
        for (int64_t row = 0; !fill && row < m.NG; row++) rowStarts[row + 1] += rowStarts[row];
    }
    free(m.rank);
}
