/* Counts without atomics.
 * row: 41
 * task: histogram-256
 * twin: r42_atomic_histogram.c
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <stdint.h>

void kernel(const uint32_t *keys, uint32_t *counts, int64_t N)
{
    volatile uint32_t *bins = counts;
#pragma omp target teams distribute parallel for is_device_ptr(counts)
    for (int b = 0; b < 256; b++)
        counts[b] = 0;
#pragma omp target teams distribute parallel for num_teams(2) is_device_ptr(keys, bins)
    for (int64_t i = 0; i < N; i++)
        bins[keys[i]] = bins[keys[i]] + 1;
}
