#include <stdint.h>

void kernel(const float *x, float *y, float alpha, float beta, int64_t N) {
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < N; i++) y[i] = alpha * x[i] + beta * y[i];
}
