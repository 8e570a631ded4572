/* Cell by cell with exact differences and dq/2 = a * (b / (a + b)) in double-double; S = |V| + |dq/2|. */
#include "judge_dd.h"

void oracle(const double *V, int32_t nx, int32_t ny, int32_t nz, int32_t direction, int32_t aos, double *vL_r,
            double *vL_s, double *vR_r, double *vR_s) {
    int64_t m[3] = {nx + 4, ny + 4, nz + 4}, cells = m[0] * m[1] * m[2];
    int64_t step[3] = {1, m[0], m[0] * m[1]};
#pragma omp parallel for schedule(static)
    for (int64_t cell = 0; cell < cells; cell++) {
        int64_t at[3] = {cell % m[0], cell / m[0] % m[1], cell / (m[0] * m[1])};
        int inside = at[direction] > 0 && at[direction] < m[direction] - 1;
        for (int var = 0; var < 8; var++) {
            int64_t e = aos ? cell * 8 + var : var * cells + cell, stride = step[direction] * (aos ? 8 : 1);
            dd half = dd_of(0.0);
            if (inside) {
                dd a = dd_two_sum(V[e], -V[e - stride]), b = dd_two_sum(V[e + stride], -V[e]);
                int same = (a.hi > 0.0 && b.hi > 0.0) || (a.hi < 0.0 && b.hi < 0.0);
                if (same) half = dd_mul(a, dd_div(b, dd_add(a, b)));
            }
            vL_r[e] = dd_round(dd_add_double(half, V[e]));
            vR_r[e] = dd_round(dd_add_double(dd_neg(half), V[e]));
            vL_s[e] = vR_s[e] = fabs(V[e]) + fabs(half.hi);
        }
    }
}
