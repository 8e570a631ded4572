// One thread a point, in blocks of 32 by 4 by 2.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void stencil(const double *__restrict__ u, double *__restrict__ y, double c, double cx, double cy,
                               double cz, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= n || j >= n || k >= n)
    return;
  int64_t Y = n, Z = Y * n, e = i + j * Y + k * Z;
  bool face = i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1;
  y[e] = face ? 0 : c * u[e] + cx * (u[e - 1] + u[e + 1]) + cy * (u[e - Y] + u[e + Y]) + cz * (u[e - Z] + u[e + Z]);
}

extern "C" void kernel(const double *u, double *y, double c, double cx, double cy, double cz, int32_t n) {
  dim3 block(32, 4, 2);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, (n + block.z - 1) / block.z);
  if (n > 0)
    stencil<<<grid, block>>>(u, y, c, cx, cy, cz, n);
}
