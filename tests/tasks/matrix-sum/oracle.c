#include <math.h>
#include <stdint.h>

/* Exact: multiples of 2^-24 below 2^29. */
void oracle(const _Float16 *x, int64_t N, double *result_r, double *result_s) {
    double sum = 0.0, magnitude = 0.0;
    for (int64_t i = 0; i < N; i++) {
        sum += (double)x[i];
        magnitude += fabs((double)x[i]);
    }
    result_r[0] = sum;
    result_s[0] = magnitude;
}
