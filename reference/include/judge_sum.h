/* Long sums for oracles: the terms by index, added in double-double by all threads, with the sum of their magnitudes. */
#ifndef JUDGE_SUM_H
#define JUDGE_SUM_H

#include "judge_dd.h"

typedef struct {
    dd value, magnitude;
} judge_sum;

/* The i-th term. */
typedef dd (*judge_term)(int64_t i, const void *data);

/* Sum and sum of magnitudes of `n` terms. The result does not depend on the number of threads: blocks have a fixed
 * length, and the sums of blocks are added in their order. */
static inline judge_sum judge_sum_of(int64_t n, judge_term term, const void *data) {
    enum { BLOCKS = 1024 };
    judge_sum partial[BLOCKS];
    int64_t length = n / BLOCKS + 1;
#pragma omp parallel for schedule(dynamic, 8)
    for (int64_t block = 0; block < BLOCKS; block++) {
        judge_sum sum = {{0.0, 0.0}, {0.0, 0.0}};
        int64_t first = block * length, end = first + length < n ? first + length : n;
        for (int64_t i = first; i < end; i++) {
            dd t = term(i, data);
            sum.value = dd_add(sum.value, t);
            sum.magnitude = dd_add(sum.magnitude, dd_abs(t));
        }
        partial[block] = sum;
    }
    judge_sum total = {{0.0, 0.0}, {0.0, 0.0}};
    for (int block = 0; block < BLOCKS; block++) {
        total.value = dd_add(total.value, partial[block].value);
        total.magnitude = dd_add(total.magnitude, partial[block].magnitude);
    }
    return total;
}

#endif
