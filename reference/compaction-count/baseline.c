/* Each thread counts its part, then writes its indices from where the threads before it end. */
#include <omp.h>
#include <stdint.h>

void kernel(const uint32_t *keys, uint32_t *count, uint32_t *kept, uint32_t *work, int64_t N) {
#pragma omp parallel
    {
        int64_t threads = omp_get_num_threads(), t = omp_get_thread_num();
        int64_t first = N * t / threads, end = N * (t + 1) / threads;
        uint32_t own = 0;
        for (int64_t i = first; i < end; i++) own += keys[i] % 8 == 0;
        if (t < 4096) work[t] = own;
#pragma omp barrier
        uint32_t at = 0;
        for (int64_t before = 0; before < t; before++) at += work[before];
        for (int64_t i = first; i < end; i++)
            if (keys[i] % 8 == 0) kept[at++] = (uint32_t)i;
        if (t == threads - 1) count[0] = at;
    }
}
