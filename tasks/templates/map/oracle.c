/* The exact value rounded once, and S = |alpha x| + |y|. It takes the kernel's parameters with every array const, then
 * NAME_r and NAME_s for each output of floats. */
#include "judge_dd.h"

void oracle(const double *x, const double *y, double alpha, int64_t N, double *y_r, double *y_s) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; i++) {
        dd ax = dd_two_product(alpha, x[i]);
        y_r[i] = dd_round(dd_add_double(ax, y[i]));
        y_s[i] = fabs(ax.hi) + fabs(y[i]);
    }
}
