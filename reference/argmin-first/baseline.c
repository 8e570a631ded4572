/* Two passes: the smallest value in vectors, then the first place where it stands. The second pass mostly ends early. */
#include <math.h>
#include <stdint.h>

void kernel(const double *a, double *value, int64_t *index, int64_t N) {
    double least = INFINITY;
#pragma omp parallel for simd schedule(static) reduction(min : least)
    for (int64_t i = 0; i < N; i++) least = a[i] < least ? a[i] : least;
    int64_t first = N;
#pragma omp parallel reduction(min : first)
    {
#pragma omp for schedule(static, 16384) nowait
        for (int64_t i = 0; i < N; i++)
            if (a[i] == least && i < first) first = i;
    }
    value[0] = least;
    index[0] = first < N ? first : -1;
}
