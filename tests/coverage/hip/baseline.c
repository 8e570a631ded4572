#include <stdint.h>

void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
    double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        y[i] += alpha * x[i];
        sum += y[i];
    }
    *s = sum;
}
