/* The sum in double-double, and S = sum of |x[i]|. It takes the kernel's parameters with every array const, then NAME_r
 * and NAME_s for each output of floats. */
#include "judge_sum.h"

static dd element(int64_t i, const void *data) { return dd_of(((const double *)data)[i]); }

void oracle(const double *x, int64_t N, double *result_r, double *result_s) {
    judge_sum sum = judge_sum_of(N, element, x);
    result_r[0] = dd_round(sum.value);
    result_s[0] = dd_round(sum.magnitude);
}
