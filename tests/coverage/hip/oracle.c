#include <stdint.h>

/* Whole numbers below 2^53: every sum is exact. */
void oracle(const double *x, const double *y, double alpha, int64_t n, double *y_r, double *s_r, double *s_s) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t next = (int64_t)y[i] + (int64_t)alpha * (int64_t)x[i];
        y_r[i] = (double)next;
        sum += next;
    }
    s_r[0] = s_s[0] = (double)sum;
}
