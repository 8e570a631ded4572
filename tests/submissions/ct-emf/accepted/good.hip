// Two launches in order: all edges first, then the field, which needs the edges of its neighbours.
#include <hip/hip_runtime.h>
#include <cstdint>

struct Grid {
  int nx, ny, nz;
  int64_t Y, Z;
};
struct Edges {
  double *x, *y, *z;
};
struct FaceEdges {
  const double *xj, *xk, *yi, *yk, *zi, *zj;
};

static __global__ void edges(Grid g, FaceEdges f, Edges e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  if (i > g.nx + 1 || j > g.ny + 1)
    return;
  int64_t X = 1, Y = g.Y, Z = g.Z, at = i + j * Y + k * Z;
  bool inside = i > 0 && j > 0 && k > 0;
  e.x[at] = inside ? 0.25 * (f.xj[at] + f.xj[at - Z] + f.xk[at] + f.xk[at - Y]) : 0;
  e.y[at] = inside ? 0.25 * (f.yi[at] + f.yi[at - Z] + f.yk[at] + f.yk[at - X]) : 0;
  e.z[at] = inside ? 0.25 * (f.zi[at] + f.zi[at - Y] + f.zj[at] + f.zj[at - X]) : 0;
}

static __global__ void field(Grid g, Edges e, double *Bx, double *By, double *Bz, double dtdx, double dtdy, double dtdz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
  if (i < 1 || j < 1 || k < 1 || i > g.nx + 1 || j > g.ny + 1)
    return;
  int64_t X = 1, Y = g.Y, Z = g.Z, at = i + j * Y + k * Z;
  if (j <= g.ny && k <= g.nz)
    Bx[at] -= dtdy * (e.z[at + Y] - e.z[at]) - dtdz * (e.y[at + Z] - e.y[at]);
  if (i <= g.nx && k <= g.nz)
    By[at] -= dtdz * (e.x[at + Z] - e.x[at]) - dtdx * (e.z[at + X] - e.z[at]);
  if (i <= g.nx && j <= g.ny)
    Bz[at] -= dtdx * (e.y[at + X] - e.y[at]) - dtdy * (e.x[at + Y] - e.x[at]);
}

extern "C" void kernel(const double *exj, const double *exk, const double *eyi, const double *eyk, const double *ezi,
                       const double *ezj, double *ex, double *ey, double *ez, double *Bx, double *By, double *Bz, double dtdx,
                       double dtdy, double dtdz, int32_t nx, int32_t ny, int32_t nz) {
  Grid g = {nx, ny, nz, nx + 2, (int64_t)(nx + 2) * (ny + 2)};
  dim3 block(64, 4), grid((nx + 2 + 63) / 64, (ny + 2 + 3) / 4, nz + 2);
  Edges e = {ex, ey, ez};
  edges<<<grid, block>>>(g, FaceEdges{exj, exk, eyi, eyk, ezi, ezj}, e);
  field<<<grid, block>>>(g, e, Bx, By, Bz, dtdx, dtdy, dtdz);
}
