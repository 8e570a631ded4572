/* Seven exact products added one by one in double-double; S is the sum of their magnitudes, and 0 on the faces. */
#include "judge_dd.h"

void oracle(const double *u, double c, double cx, double cy, double cz, int32_t n, double *y_r, double *y_s) {
    int64_t m = n, plane = m * m;
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = 0; k < m; k++)
        for (int64_t j = 0; j < m; j++)
            for (int64_t i = 0; i < m; i++) {
                int64_t e = i + m * j + plane * k;
                y_r[e] = y_s[e] = 0.0;
                if (i == 0 || i == m - 1 || j == 0 || j == m - 1 || k == 0 || k == m - 1) continue;
                const double point[7] = {u[e], u[e - 1], u[e + 1], u[e - m], u[e + m], u[e - plane], u[e + plane]};
                const double factor[7] = {c, cx, cx, cy, cy, cz, cz};
                dd sum = dd_of(0.0), magnitude = dd_of(0.0);
                for (int t = 0; t < 7; t++) {
                    dd term = dd_two_product(factor[t], point[t]);
                    sum = dd_add(sum, term);
                    magnitude = dd_add(magnitude, dd_abs(term));
                }
                y_r[e] = dd_round(sum);
                y_s[e] = dd_round(magnitude);
            }
}
