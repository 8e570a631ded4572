#include <stdint.h>

/* The constants are rounded to half precision. */
void kernel(const float *x, float *y, float alpha, float beta, int64_t N) {
    float a = (float)(_Float16)alpha, b = (float)(_Float16)beta;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++) y[i] = a * x[i] + b * y[i];
}
