// One iteration a point; a small class says where the points lie.
#include <cstdint>

struct Cube {
  std::int64_t n;
  std::int64_t at(std::int64_t i, std::int64_t j, std::int64_t k) const { return i + n * (j + n * k); }
  bool on_face(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1;
  }
};

extern "C" void kernel(const double *u, double *y, double c, double cx, double cy, double cz, std::int32_t n) {
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(u, y)
  for (std::int64_t k = 0; k < n; k++)
    for (std::int64_t j = 0; j < n; j++)
      for (std::int64_t i = 0; i < n; i++) {
        const Cube cube{n};
        const std::int64_t e = cube.at(i, j, k), Y = n, Z = Y * n;
        y[e] = cube.on_face(i, j, k)
                   ? 0
                   : c * u[e] + cx * (u[e - 1] + u[e + 1]) + cy * (u[e - Y] + u[e + Y]) + cz * (u[e - Z] + u[e + Z]);
      }
}
