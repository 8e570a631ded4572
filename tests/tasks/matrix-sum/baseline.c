#include <stdint.h>

void kernel(const _Float16 *x, float *result, int64_t N) {
    float sum = 0.0f;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += (float)x[i];
    result[0] = sum;
}
