#include <stdint.h>

void kernel(const __bf16 *x, const __bf16 *y, __bf16 *result, int64_t N) {
    float sum = 0.0f;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : sum) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += (float)x[i] * (float)y[i];
#pragma omp target is_device_ptr(result)
    result[0] = (__bf16)sum;
}
