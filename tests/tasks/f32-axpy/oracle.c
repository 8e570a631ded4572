#include <math.h>
#include <stdint.h>

/* A product of two floats is exact in double; their sum is rounded once. */
void oracle(const float *x, const float *y, float alpha, float beta, int64_t N, double *y_r, double *y_s) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; i++) {
        double a = (double)alpha * x[i], b = (double)beta * y[i];
        y_r[i] = a + b;
        y_s[i] = fabs(a) + fabs(b);
    }
}
