#include <stdint.h>

/* Both sweeps at once: y[i] + 2 y[i + 1] + y[i + 2]. In place, since what was overwritten is not asked again but for the
 * first two, which are kept. */
void oracle(const uint64_t *y, int64_t N, int64_t R, uint64_t *y_r) {
    for (int64_t i = 0; i < N; i++) y_r[i] = y[i];
    for (int64_t r = 0; r < R && N > 0; r++) {
        const uint64_t first = y_r[0], second = y_r[1 % N];
        for (int64_t i = 0; i < N - 2; i++) y_r[i] += 2 * y_r[i + 1] + y_r[i + 2];
        if (N > 1) y_r[N - 2] += 2 * y_r[N - 1] + first;
        y_r[N - 1] = N > 1 ? y_r[N - 1] + 2 * first + second : 4 * first;
    }
}
