#include <stdint.h>

/* Most x86 processors have no instruction that rounds to bfloat16, and not every compiler brings the function for it: the
 * upper half of a float, rounded to nearest even, by hand. */
static uint16_t rounded(float value) {
    union {
        float value;
        uint32_t bits;
    } u = {value};
    return (uint16_t)((u.bits + 0x7fff + (u.bits >> 16 & 1)) >> 16);
}

void kernel(const __bf16 *x, const __bf16 *y, __bf16 *result, int64_t N) {
    float sum = 0.0f;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : sum) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += (float)x[i] * (float)y[i];
#pragma omp target is_device_ptr(result)
    *(uint16_t *)result = rounded(sum);
}
