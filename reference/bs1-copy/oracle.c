/* b = a: the value moves unchanged. */
#include <stdint.h>
#include <string.h>

void oracle(const double *a, int64_t N, double *b_r) {
#pragma omp parallel for schedule(static)
    for (int64_t block = 0; block < N; block += 65536) {
        int64_t length = N - block < 65536 ? N - block : 65536;
        memcpy(b_r + block, a + block, (size_t)length * sizeof *a);
    }
}
