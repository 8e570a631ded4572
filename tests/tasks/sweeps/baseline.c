#include <stdint.h>

static void sweep(const uint64_t *from, uint64_t *to, int64_t N) {
#pragma omp for schedule(static) nowait
    for (int64_t i = 0; i < N - 1; i++) to[i] = from[i] + from[i + 1];
#pragma omp single
    if (N > 0) to[N - 1] = from[N - 1] + from[0];
}

void kernel(uint64_t *y, uint64_t *z, int64_t N, int64_t R) {
#pragma omp parallel
    for (int64_t r = 0; r < R; r++) {
        sweep(y, z, N);
        sweep(z, y, N);
    }
}
