/* x.y in double-double with exact products; S = sum of |x_i y_i|. */
#include "judge_sum.h"

typedef struct {
    const double *x, *y;
} vectors;

static dd product(int64_t i, const void *data) {
    const vectors *v = data;
    return dd_two_product(v->x[i], v->y[i]);
}

void oracle(const double *x, const double *y, int64_t N, double *result_r, double *result_s) {
    vectors v = {x, y};
    judge_sum sum = judge_sum_of(N, product, &v);
    result_r[0] = dd_round(sum.value);
    result_s[0] = dd_round(sum.magnitude);
}
