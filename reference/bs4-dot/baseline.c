/* x.y: each thread sums its own contiguous part, in vectors. */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N) {
    double sum = 0.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += x[i] * y[i];
    result[0] = sum;
}
