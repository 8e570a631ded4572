#include <math.h>
#include <stdint.h>
#include <string.h>

/* A bfloat16 is the upper half of a float. */
static double value(uint16_t b) {
    uint32_t bits = (uint32_t)b << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Products of 8 bits by 8 are exact, and so is each sum of fewer than 2^30 of them in double. */
void oracle(const uint16_t *x, const uint16_t *y, int64_t N, double *result_r, double *result_s) {
    double sum = 0.0, magnitude = 0.0;
    for (int64_t i = 0; i < N; i++) {
        double term = value(x[i]) * value(y[i]);
        sum += term;
        magnitude += fabs(term);
    }
    result_r[0] = sum;
    result_s[0] = magnitude;
}
