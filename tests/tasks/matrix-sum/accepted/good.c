#include <stdint.h>

void kernel(const _Float16 *x, float *result, int64_t N) {
    float sum = 0.0f;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom : sum) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += (float)x[i];
#pragma omp target is_device_ptr(result)
    result[0] = sum;
}
