#include <math.h>
#include <stdint.h>

/* Products of 8 bits by 8 are exact, and so is each sum of fewer than 2^30 of them in double. */
void oracle(const __bf16 *x, const __bf16 *y, int64_t N, double *result_r, double *result_s) {
    double sum = 0.0, magnitude = 0.0;
    for (int64_t i = 0; i < N; i++) {
        double term = (double)x[i] * (double)y[i];
        sum += term;
        magnitude += fabs(term);
    }
    result_r[0] = sum;
    result_s[0] = magnitude;
}
