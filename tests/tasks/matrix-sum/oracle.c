#include <math.h>
#include <stdint.h>

static double value(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double magnitude = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h >> 15 ? -magnitude : magnitude;
}

/* Exact: multiples of 2^-24 below 2^29. */
void oracle(const uint16_t *x, int64_t N, double *result_r, double *result_s) {
    double sum = 0.0, magnitude = 0.0;
    for (int64_t i = 0; i < N; i++) {
        sum += value(x[i]);
        magnitude += fabs(value(x[i]));
    }
    result_r[0] = sum;
    result_s[0] = magnitude;
}
