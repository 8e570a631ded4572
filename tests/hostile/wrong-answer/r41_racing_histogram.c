/* Two threads read every count before either has written it, and then both write: the counts of one are lost. The barrier
 * makes it so on a machine that is too busy to run both at a time, where a loop without atomics is right by luck.
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
#pragma omp target parallel num_threads(2) is_device_ptr(keys, bins)
    {
        uint32_t before[256], own[256];
        for (int b = 0; b < 256; b++) {
            before[b] = bins[b];
            own[b] = 0;
        }
#pragma omp barrier
#pragma omp for
        for (int64_t i = 0; i < N; i++)
            own[keys[i]]++;
        for (int b = 0; b < 256; b++)
            bins[b] = before[b] + own[b];
    }
}
