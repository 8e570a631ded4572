/* y = alpha x + beta y, each thread its own contiguous part. */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < N; i++) y[i] = alpha * x[i] + beta * y[i];
}
