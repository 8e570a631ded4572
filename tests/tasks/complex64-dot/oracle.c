#include <stdint.h>

#include "judge_dd.h"

/* Value and magnitude of each component; the arrays are pairs of reals. */
void oracle(const float _Complex *x, const float _Complex *y, int64_t N, double _Complex *result_r,
            double _Complex *result_s) {
    const float *a = (const float *)x, *b = (const float *)y;
    dd value[2] = {{0.0, 0.0}, {0.0, 0.0}}, magnitude[2] = {{0.0, 0.0}, {0.0, 0.0}};
    for (int64_t i = 0; i < N; i++)
        for (int part = 0; part < 2; part++) {
            dd first = dd_two_product(a[2 * i], b[2 * i + part]);
            dd second = dd_two_product(part ? a[2 * i + 1] : -a[2 * i + 1], b[2 * i + 1 - part]);
            value[part] = dd_add(value[part], dd_add(first, second));
            magnitude[part] = dd_add(magnitude[part], dd_add(dd_abs(first), dd_abs(second)));
        }
    for (int part = 0; part < 2; part++) {
        ((double *)result_r)[part] = dd_round(value[part]);
        ((double *)result_s)[part] = dd_round(magnitude[part]);
    }
}
