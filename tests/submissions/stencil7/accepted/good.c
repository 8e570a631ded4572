// One thread for each point, neighbours along i next to each other.
#include <stdint.h>

void kernel(const double *u, double *y, double c, double cx, double cy, double cz, int32_t n) {
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(u, y)
  for (int64_t k = 0; k < n; k++)
    for (int64_t j = 0; j < n; j++)
      for (int64_t i = 0; i < n; i++) {
        int64_t Y = n, Z = Y * n, e = i + j * Y + k * Z;
        int face = i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1;
        if (face)
          y[e] = 0.0;
        else
          y[e] = c * u[e] + cx * (u[e - 1] + u[e + 1]) + cy * (u[e - Y] + u[e + Y]) + cz * (u[e - Z] + u[e + Z]);
      }
}
