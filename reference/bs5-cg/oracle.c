/* The update without rounding in between. S: |x| + |alpha p|; |r| + |alpha Ap|; and for r.r the sum of
 * (|r| + |alpha Ap|)^2, because the new r may be the small rest of two large terms. */
#include "judge_sum.h"

typedef struct {
    const double *Ap, *r;
    double alpha;
} residual;

static dd square(int64_t i, const void *data) {
    const residual *v = data;
    dd next = dd_sub(dd_of(v->r[i]), dd_two_product(v->alpha, v->Ap[i]));
    return dd_mul(next, next);
}

static dd square_of_magnitude(int64_t i, const void *data) {
    const residual *v = data;
    dd magnitude = dd_add_double(dd_abs(dd_two_product(v->alpha, v->Ap[i])), fabs(v->r[i]));
    return dd_mul(magnitude, magnitude);
}

void oracle(const double *p, const double *Ap, const double *x, const double *r, double alpha, int64_t N, double *x_r,
            double *x_s, double *r_r, double *r_s, double *rr_r, double *rr_s) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; i++) {
        dd ap = dd_two_product(alpha, p[i]), aAp = dd_two_product(alpha, Ap[i]);
        x_r[i] = dd_round(dd_add_double(ap, x[i]));
        x_s[i] = dd_round(dd_add_double(dd_abs(ap), fabs(x[i])));
        r_r[i] = dd_round(dd_add_double(dd_neg(aAp), r[i]));
        r_s[i] = dd_round(dd_add_double(dd_abs(aAp), fabs(r[i])));
    }
    residual v = {Ap, r, alpha};
    rr_r[0] = dd_round(judge_sum_of(N, square, &v).value);
    rr_s[0] = dd_round(judge_sum_of(N, square_of_magnitude, &v).value);
}
