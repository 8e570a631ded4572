/* x.x in double-double; every term is positive, so S is the result itself. */
#include "judge_sum.h"

static dd square(int64_t i, const void *data) {
    const double *x = data;
    return dd_two_product(x[i], x[i]);
}

void oracle(const double *x, int64_t N, double *result_r, double *result_s) {
    judge_sum sum = judge_sum_of(N, square, x);
    result_r[0] = dd_round(sum.value);
    result_s[0] = dd_round(sum.magnitude);
}
