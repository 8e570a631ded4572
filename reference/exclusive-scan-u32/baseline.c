/* Two passes over chunks that stay in the cache between them: the sum of each thread's part, then its scan from there. */
#include <omp.h>
#include <stdint.h>

void kernel(const uint32_t *value, uint32_t *scan, uint32_t *work, int64_t N) {
#pragma omp parallel
    {
        int64_t threads = omp_get_num_threads(), t = omp_get_thread_num();
        int64_t first = N * t / threads, end = N * (t + 1) / threads;
        uint32_t sum = 0;
        for (int64_t i = first; i < end; i++) sum += value[i];
        if (t < 4096) work[t] = sum;
#pragma omp barrier
        uint32_t running = 0;
        for (int64_t before = 0; before < t; before++) running += work[before];
        for (int64_t i = first; i < end; i++) {
            uint32_t v = value[i];
            scan[i] = running;
            running += v;
        }
    }
}
