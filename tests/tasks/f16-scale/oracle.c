#include <math.h>
#include <stdint.h>

/* A half-precision number from its bits. */
static double value(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double magnitude = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h >> 15 ? -magnitude : magnitude;
}

void oracle(const uint16_t *x, float alpha, int64_t N, double *y_r, double *y_s) {
    for (int64_t i = 0; i < N; i++) {
        y_r[i] = (double)alpha * value(x[i]);
        y_s[i] = fabs(y_r[i]);
    }
}
