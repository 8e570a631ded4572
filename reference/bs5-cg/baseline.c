/* One pass over all four vectors: x += alpha p, r -= alpha Ap, and the sum of the squares of the new r. */
#include <stdint.h>

void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t N) {
    double sum = 0.0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < N; i++) {
        x[i] += alpha * p[i];
        double next = r[i] - alpha * Ap[i];
        r[i] = next;
        sum += next * next;
    }
    rr[0] = sum;
}
