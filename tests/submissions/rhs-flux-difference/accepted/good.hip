// One thread for each entry of U, in the order in which they stand; the layout is a template's argument.
#include <hip/hip_runtime.h>
#include <cstdint>

template <bool AOS>
static __global__ void update(double *__restrict__ U, const double *__restrict__ F, double dtdx, int nx, int ny, int nz, int direction) {
  int64_t cells = (int64_t)nx * ny * nz, e = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= 8 * cells)
    return;
  int64_t fx = nx + (direction == 0), fy = ny + (direction == 1), fz = nz + (direction == 2);
  int64_t step = direction == 0 ? 1 : direction == 1 ? fx : fx * fy;
  int64_t cell = AOS ? e / 8 : e % cells, var = AOS ? e % 8 : e / cells;
  int64_t face = cell % nx + fx * (cell / nx % ny + fy * (cell / nx / ny));
  int64_t left = AOS ? face * 8 + var : var * fx * fy * fz + face;
  U[e] -= dtdx * (F[left + (AOS ? 8 * step : step)] - F[left]);
}

extern "C" void kernel(double *U, const double *F, double dtdx, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
                       int32_t aos) {
  int64_t entries = 8 * (int64_t)nx * ny * nz;
  unsigned blocks = (unsigned)((entries + 255) / 256);
  if (entries == 0)
    return;
  if (aos)
    update<true><<<blocks, 256>>>(U, F, dtdx, nx, ny, nz, direction);
  else
    update<false><<<blocks, 256>>>(U, F, dtdx, nx, ny, nz, direction);
}
