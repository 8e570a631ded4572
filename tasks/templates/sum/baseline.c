/* The sum on all cores: the code that a submission must beat. Pointers are ordinary host memory here. */
#include <stdint.h>

void kernel(const double *x, double *result, int64_t N) {
    double sum = 0.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) sum += x[i];
    result[0] = sum;
}
