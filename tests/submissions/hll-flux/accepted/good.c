// One thread for each face; everything else stays in registers.
#include <math.h>
#include <stdint.h>

#pragma omp declare target
static double fast(double rho, double Bn, double Bt2, double p, double gamma) {
  double gp = gamma * p, B2 = Bn * Bn + Bt2;
  return sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4.0 * gp * Bt2)) / (2.0 * rho));
}

// Conserved variables U and fluxes F, both in the order rho, mn, mt, ms, Bn, Bt, Bs, E.
static void side(const double q[8], double gamma, double U[8], double F[8]) {
  double v2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3], B2 = q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
  double vB = q[1] * q[4] + q[2] * q[5] + q[3] * q[6], pt = q[7] + 0.5 * B2;
  U[0] = q[0];
  for (int c = 1; c < 4; c++) U[c] = q[0] * q[c];
  for (int c = 4; c < 7; c++) U[c] = q[c];
  U[7] = q[7] / (gamma - 1.0) + 0.5 * q[0] * v2 + 0.5 * B2;
  F[0] = U[1];
  for (int c = 1; c < 4; c++) F[c] = U[1] * q[c] - q[4] * q[3 + c] + (c == 1 ? pt : 0.0);
  for (int c = 4; c < 7; c++) F[c] = q[c] * q[1] - q[4] * q[c - 3];
  F[7] = (U[7] + pt) * q[1] - q[4] * vB;
}
#pragma omp end declare target

void kernel(const double *vL, const double *vR, const double *Bn, double *F, double gamma, int32_t nx, int32_t ny,
            int32_t nz, int32_t direction, int32_t aos) {
  int64_t faces = (int64_t)nx * ny * nz, step = aos ? 8 : 1, between = aos ? 1 : faces;
#pragma omp target teams distribute parallel for is_device_ptr(vL, vR, Bn, F)
  for (int64_t f = 0; f < faces; f++) {
    int var[8] = {0, 1 + direction, 1 + (direction + 1) % 3, 1 + (direction + 2) % 3, 4 + direction,
                  4 + (direction + 1) % 3, 4 + (direction + 2) % 3, 7};
    double L[8], R[8], UL[8], UR[8], FL[8], FR[8];
    for (int c = 0; c < 8; c++) {
      L[c] = c == 4 ? Bn[f] : vL[f * step + var[c] * between];
      R[c] = c == 4 ? Bn[f] : vR[f * step + var[c] * between];
    }
    double cL = fast(L[0], L[4], L[5] * L[5] + L[6] * L[6], L[7], gamma);
    double cR = fast(R[0], R[4], R[5] * R[5] + R[6] * R[6], R[7], gamma);
    double SL = fmin(L[1] - cL, R[1] - cR), SR = fmax(L[1] + cL, R[1] + cR);
    side(L, gamma, UL, FL);
    side(R, gamma, UR, FR);
    for (int c = 0; c < 8; c++) {
      double flux = (SR * FL[c] - SL * FR[c] + SL * SR * (UR[c] - UL[c])) / (SR - SL);
      if (SL >= 0.0) flux = FL[c]; else if (SR <= 0.0) flux = FR[c];
      F[f * step + var[c] * between] = c == 4 ? 0.0 : flux;
    }
  }
}
