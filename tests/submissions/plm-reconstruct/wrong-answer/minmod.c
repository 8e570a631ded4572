// Limits with minmod instead of the harmonic mean: a limiter, but another one.
#include <stdint.h>

void kernel(const double *V, double *vL, double *vR, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
            int32_t aos) {
  int64_t mx = nx + 4, my = ny + 4, mz = nz + 4, cells = mx * my * mz;
  int64_t step = direction == 0 ? 1 : direction == 1 ? mx : mx * my;
  int64_t last = (direction == 0 ? mx : direction == 1 ? my : mz) - 1;
#pragma omp target teams distribute parallel for is_device_ptr(V, vL, vR)
  for (int64_t e = 0; e < 8 * cells; e++) {
    int64_t cell = aos ? e / 8 : e % cells, stride = aos ? 8 * step : step;
    int64_t at = direction == 0 ? cell % mx : direction == 1 ? cell / mx % my : cell / (mx * my);
    double half = 0.0;
    if (at > 0 && at < last) {
      double a = V[e] - V[e - stride], b = V[e + stride] - V[e];
      if (a * b > 0.0) half = 0.5 * ((a > 0.0) == (a < b) ? a : b);
    }
    vL[e] = V[e] + half;
    vR[e] = V[e] - half;
  }
}
