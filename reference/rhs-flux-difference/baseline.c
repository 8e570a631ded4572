/* Rows of contiguous entries: of one variable (aos = 0) or of all eight (aos = 1). */
#include <stdint.h>

void kernel(double *U, const double *F, double dtdx, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
            int32_t aos) {
    int64_t width = aos ? 8 : 1, length = nx * width, rows = (int64_t)ny * nz * (aos ? 1 : 8);
    int64_t fx = nx + (direction == 0), fy = ny + (direction == 1), fz = nz + (direction == 2);
    int64_t right = direction == 0 ? width : direction == 1 ? fx * width : fx * fy * width;
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; row++) {
        int64_t j = row % ny, k = row / ny % nz, var = row / ny / nz;
        double *u = U + row * length;
        const double *f = F + ((var * fz + k) * fy + j) * fx * width;
#pragma omp simd
        for (int64_t e = 0; e < length; e++) u[e] -= dtdx * (f[e + right] - f[e]);
    }
}
