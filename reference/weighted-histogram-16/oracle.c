/* Bin by bin in double-double over fixed blocks, so that the result does not depend on the number of threads. */
#include "judge_dd.h"

enum { BINS = 16, BLOCKS = 512 };

typedef struct {
    dd sum[BINS], magnitude[BINS];
    uint64_t count[BINS];
} table;

void oracle(const uint32_t *bin, const double *w, int64_t N, double *sums_r, uint32_t *sums_n, double *sums_s) {
    static table part[BLOCKS];
    int64_t length = N / BLOCKS + 1;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t block = 0; block < BLOCKS; block++) {
        table own = {0};
        int64_t end = (block + 1) * length < N ? (block + 1) * length : N;
        for (int64_t i = block * length; i < end; i++) {
            uint32_t b = bin[i];
            if (b >= BINS) continue;
            own.sum[b] = dd_add_double(own.sum[b], w[i]);
            own.magnitude[b] = dd_add_double(own.magnitude[b], fabs(w[i]));
            own.count[b]++;
        }
        part[block] = own;
    }
    for (int b = 0; b < BINS; b++) {
        dd sum = dd_of(0.0), magnitude = dd_of(0.0);
        uint64_t count = 0;
        for (int block = 0; block < BLOCKS; block++) {
            sum = dd_add(sum, part[block].sum[b]);
            magnitude = dd_add(magnitude, part[block].magnitude[b]);
            count += part[block].count[b];
        }
        sums_r[b] = dd_round(sum);
        sums_n[b] = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
        sums_s[b] = dd_round(magnitude);
    }
}
