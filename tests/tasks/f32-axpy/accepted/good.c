#include <stdint.h>

void kernel(const float *x, float *y, float alpha, float beta, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++) y[i] = alpha * x[i] + beta * y[i];
}
