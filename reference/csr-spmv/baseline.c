/* One row after the other; small chunks on demand, because one row is long. */
#include <stdint.h>

void kernel(const int32_t *rowptr, const int32_t *col, const double *val, const double *x, double *y, int64_t N) {
#pragma omp parallel for schedule(guided, 256)
    for (int64_t r = 0; r < N; r++) {
        double sum = 0.0;
        for (int32_t s = rowptr[r]; s < rowptr[r + 1]; s++) sum += val[s] * x[col[s]];
        y[r] = sum;
    }
}
