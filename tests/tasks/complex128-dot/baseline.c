#include <stdint.h>

void kernel(const double _Complex *x, const double _Complex *y, double _Complex *result, int64_t N) {
    const double *a = (const double *)x, *b = (const double *)y;
    double re = 0, im = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : re, im)
    for (int64_t i = 0; i < N; i++) {
        re += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        im += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
    ((double *)result)[0] = re;
    ((double *)result)[1] = im;
}
