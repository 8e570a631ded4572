/* Counts with atomics.
 * row: 42
 * task: histogram-256
 */
#include <stdint.h>

void kernel(const uint32_t *keys, uint32_t *counts, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(counts)
    for (int b = 0; b < 256; b++)
        counts[b] = 0;
#pragma omp target teams distribute parallel for is_device_ptr(keys, counts)
    for (int64_t i = 0; i < N; i++) {
#pragma omp atomic update
        counts[keys[i]]++;
    }
}
