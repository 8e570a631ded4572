#include <stdint.h>

/* The nearest bfloat16 below, as a float. */
static float cut(float value) {
    union {
        float value;
        uint32_t bits;
    } u = {value};
    u.bits &= 0xffff0000;
    return u.value;
}

/* Eight bits of significand hold no long sum: most terms vanish beside it. */
void kernel(const __bf16 *x, const __bf16 *y, __bf16 *result, int64_t N) {
#pragma omp target is_device_ptr(x, y, result)
    {
        union {
            float value;
            uint32_t bits;
        } sum = {0.0f};
        for (int64_t i = 0; i < N; i++) sum.value = cut(sum.value + cut((float)x[i] * (float)y[i]));
        *(uint16_t *)result = (uint16_t)(sum.bits >> 16);
    }
}
