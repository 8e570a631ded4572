// One thread for each entry, in the order in which they stand, whatever the layout and the direction.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void reconstruct(const double *__restrict__ V, double *__restrict__ vL, double *__restrict__ vR, int64_t cells,
                                   int64_t before, int64_t length, bool aos) {
  int64_t e = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= 8 * cells)
    return;
  int64_t at = (aos ? e / 8 : e % cells) / before % length, step = aos ? 8 * before : before;
  double half = 0, here = V[e];
  if (at > 0 && at < length - 1) {
    double a = here - V[e - step], b = V[e + step] - here;
    if (a * b > 0)
      half = a * b / (a + b);
  }
  vL[e] = here + half;
  vR[e] = here - half;
}

extern "C" void kernel(const double *V, double *vL, double *vR, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
                       int32_t aos) {
  int64_t extents[3] = {nx + 4, ny + 4, nz + 4}, cells = extents[0] * extents[1] * extents[2];
  int64_t before = direction == 0 ? 1 : direction == 1 ? extents[0] : extents[0] * extents[1];
  unsigned blocks = (unsigned)((8 * cells + 255) / 256);
  reconstruct<<<blocks, 256>>>(V, vL, vR, cells, before, extents[direction], aos != 0);
}
