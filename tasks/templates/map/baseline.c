/* y = alpha x + y on all cores: the code that a submission must beat. Pointers are ordinary host memory here. */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, int64_t N) {
#pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < N; i++) y[i] += alpha * x[i];
}
