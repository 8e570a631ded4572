#include <stdint.h>

/* Eleven bits hold no sum of a thousand terms. */
void kernel(const _Float16 *x, float *result, int64_t N) {
#pragma omp target is_device_ptr(x, result)
    {
        _Float16 sum = 0;
        for (int64_t i = 0; i < N; i++) sum += x[i];
        result[0] = (float)sum;
    }
}
