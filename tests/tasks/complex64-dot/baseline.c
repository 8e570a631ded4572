#include <stdint.h>

void kernel(const float _Complex *x, const float _Complex *y, float _Complex *result, int64_t N) {
    const float *a = (const float *)x, *b = (const float *)y;
    float re = 0, im = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : re, im)
    for (int64_t i = 0; i < N; i++) {
        re += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        im += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
    ((float *)result)[0] = re;
    ((float *)result)[1] = im;
}
