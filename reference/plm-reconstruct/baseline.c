/* Rows of contiguous entries: of one variable (aos = 0) or of all eight (aos = 1). Along i the neighbours stand in the
 * same row, along j and k in others; the loop over a row is the same and runs in vectors. */
#include <stdint.h>
#include <string.h>

static void limited(const double *V, double *vL, double *vR, int64_t first, int64_t end, int64_t stride) {
#pragma omp simd
    for (int64_t e = first; e < end; e++) {
        double v = V[e], a = v - V[e - stride], b = V[e + stride] - v, ab = a * b;
        double half = ab > 0.0 ? ab / (a + b) : 0.0;
        vL[e] = v + half;
        vR[e] = v - half;
    }
}

static void flat(const double *V, double *vL, double *vR, int64_t first, int64_t end) {
    memcpy(vL + first, V + first, (size_t)(end - first) * sizeof *V);
    memcpy(vR + first, V + first, (size_t)(end - first) * sizeof *V);
}

void kernel(const double *V, double *vL, double *vR, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
            int32_t aos) {
    int64_t mx = nx + 4, my = ny + 4, mz = nz + 4;
    int64_t width = aos ? 8 : 1, length = mx * width, rows = my * mz * (aos ? 1 : 8);
    int64_t stride = direction == 0 ? width : direction == 1 ? length : length * my;
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; row++) {
        int64_t first = row * length, end = first + length, j = row % my, k = row / my % mz;
        if (direction == 0) {
            flat(V, vL, vR, first, first + width);
            limited(V, vL, vR, first + width, end - width, stride);
            flat(V, vL, vR, end - width, end);
        } else if (direction == 1 ? j == 0 || j == my - 1 : k == 0 || k == mz - 1) {
            flat(V, vL, vR, first, end);
        } else {
            limited(V, vL, vR, first, end, stride);
        }
    }
}
