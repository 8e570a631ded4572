/* Row by row in vectors; the planes above and below stay in the cache. */
#include <stdint.h>
#include <string.h>

void kernel(const double *u, double *y, double c, double cx, double cy, double cz, int32_t n) {
    int64_t m = n, plane = m * m;
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = 0; k < m; k++)
        for (int64_t j = 0; j < m; j++) {
            int64_t row = (k * m + j) * m;
            if (k == 0 || k == m - 1 || j == 0 || j == m - 1) {
                memset(y + row, 0, (size_t)m * sizeof *y);
                continue;
            }
            y[row] = y[row + m - 1] = 0.0;
#pragma omp simd
            for (int64_t e = row + 1; e < row + m - 1; e++)
                y[e] = c * u[e] + cx * (u[e - 1] + u[e + 1]) + cy * (u[e - m] + u[e + m]) +
                       cz * (u[e - plane] + u[e + plane]);
        }
}
