#include <stdint.h>

void kernel(const double _Complex *x, const double _Complex *y, double _Complex *result, int64_t N) {
    double re = 0, im = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : re, im) reduction(+ : re, im)
    for (int64_t i = 0; i < N; i++) {
        re += __real__ x[i] * __real__ y[i] - __imag__ x[i] * __imag__ y[i];
        im += __real__ x[i] * __imag__ y[i] + __imag__ x[i] * __real__ y[i];
    }
#pragma omp target is_device_ptr(result)
    {
        ((double *)result)[0] = re;
        ((double *)result)[1] = im;
    }
}
