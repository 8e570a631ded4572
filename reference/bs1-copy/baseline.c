/* b = a, each thread its own contiguous part; stores go past the caches, which the data would only sweep out. */
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N) {
#pragma omp parallel for simd schedule(static) nontemporal(b)
    for (int64_t i = 0; i < N; i++) b[i] = a[i];
}
