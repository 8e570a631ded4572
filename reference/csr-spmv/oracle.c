/* Each row in double-double with exact products; n is the row's length, S the sum of the products' magnitudes. */
#include "judge_dd.h"
#include "judge_rng.h"

void oracle(const int32_t *rowptr, const int32_t *col, const double *val, const double *x, int64_t N, double *y_r,
            uint32_t *y_n, double *y_s) {
#pragma omp parallel for schedule(guided, 256)
    for (int64_t r = 0; r < N; r++) {
        dd sum = dd_of(0.0), magnitude = dd_of(0.0);
        for (int32_t s = rowptr[r]; s < rowptr[r + 1]; s++) {
            dd term = dd_two_product(val[s], x[col[s]]);
            sum = dd_add(sum, term);
            magnitude = dd_add(magnitude, dd_abs(term));
        }
        y_r[r] = dd_round(sum);
        y_n[r] = (uint32_t)(rowptr[r + 1] - rowptr[r]);
        y_s[r] = dd_round(magnitude);
    }
}

enum { LONGEST = 4096 };

/* Rows that keep their length whatever the total: one long row in the middle, and the last two, which are empty. */
static int fixed(int64_t r, int64_t N) { return r == N / 2 || (N >= 8 && r >= N - 2); }

/* Rows of 1 to 15 entries at random, columns at random. What the lengths lack or exceed the size's nnz by, the other
 * rows give or take one entry at a time. */
void generate(uint64_t seed, int32_t twin, int64_t N, int64_t nnz, int32_t *rowptr, int32_t *col) {
    (void)twin;
    int64_t total = 0;
    for (int64_t r = 0; r < N; r++) {
        int64_t length = 1 + (int64_t)((judge_hash(seed, 2, (uint64_t)r) >> 8) % 15);
        if (r == N / 2) length = N < LONGEST ? N : LONGEST;
        else if (fixed(r, N)) length = 0;
        rowptr[r + 1] = (int32_t)length;
        total += length;
    }
    for (int moved = 1; moved && total != nnz;) {
        moved = 0;
        for (int64_t r = 0; r < N && total != nnz; r++) {
            if (fixed(r, N) || (total > nnz && rowptr[r + 1] <= 1)) continue;
            int step = total < nnz ? 1 : -1;
            rowptr[r + 1] += step;
            total += step;
            moved = 1;
        }
    }
    rowptr[0] = 0;
    for (int64_t r = 0; r < N; r++) rowptr[r + 1] += rowptr[r];
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < nnz; s++) col[s] = (int32_t)(judge_hash(seed, 3, (uint64_t)s) % (uint64_t)N);
}
