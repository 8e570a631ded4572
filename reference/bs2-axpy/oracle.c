/* y = alpha x + beta y with exact products and one rounding at the end; S = |alpha x| + |beta y|. */
#include "judge_dd.h"

void oracle(const double *x, const double *y, double alpha, double beta, int64_t N, double *y_r, double *y_s) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; i++) {
        dd ax = dd_two_product(alpha, x[i]), by = dd_two_product(beta, y[i]);
        y_r[i] = dd_round(dd_add(ax, by));
        y_s[i] = dd_round(dd_add(dd_abs(ax), dd_abs(by)));
    }
}
