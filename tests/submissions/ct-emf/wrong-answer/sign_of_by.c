// One sign is wrong: the field still changes smoothly, but its divergence does not stay.
#include <stdint.h>

void kernel(const double *exj, const double *exk, const double *eyi, const double *eyk, const double *ezi,
            const double *ezj, double *ex, double *ey, double *ez, double *Bx, double *By, double *Bz, double dtdx,
            double dtdy, double dtdz, int32_t nx, int32_t ny, int32_t nz) {
  int64_t X = 1, Y = nx + 2, Z = Y * (ny + 2), points = Z * (nz + 2);
#pragma omp target teams distribute parallel for is_device_ptr(exj, exk, eyi, eyk, ezi, ezj, ex, ey, ez)
  for (int64_t e = 0; e < points; e++) {
    int inside = e % Y > 0 && e / Y % (ny + 2) > 0 && e / Z > 0;
    ex[e] = inside ? 0.25 * (exj[e] + exj[e - Z] + exk[e] + exk[e - Y]) : 0.0;
    ey[e] = inside ? 0.25 * (eyi[e] + eyi[e - Z] + eyk[e] + eyk[e - X]) : 0.0;
    ez[e] = inside ? 0.25 * (ezi[e] + ezi[e - Y] + ezj[e] + ezj[e - X]) : 0.0;
  }
#pragma omp target teams distribute parallel for is_device_ptr(ex, ey, ez, Bx, By, Bz)
  for (int64_t e = 0; e < points; e++) {
    int64_t i = e % Y, j = e / Y % (ny + 2), k = e / Z;
    if (i == 0 || j == 0 || k == 0) continue;
    if (j <= ny && k <= nz) Bx[e] -= dtdy * (ez[e + Y] - ez[e]) - dtdz * (ey[e + Z] - ey[e]);
    if (i <= nx && k <= nz) By[e] += dtdz * (ex[e + Z] - ex[e]) - dtdx * (ez[e + X] - ez[e]);
    if (i <= nx && j <= ny) Bz[e] -= dtdx * (ey[e + X] - ey[e]) - dtdy * (ex[e + Y] - ex[e]);
  }
}
