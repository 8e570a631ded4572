// One thread for each face; everything else stays in registers.
#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ double fast(const double *q, double gamma) {
  double Bt2 = q[5] * q[5] + q[6] * q[6], gp = gamma * q[7], B2 = q[4] * q[4] + Bt2;
  return sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4 * gp * Bt2)) / (2 * q[0]));
}

// Conserved variables U and fluxes F, both in the order rho, mn, mt, ms, Bn, Bt, Bs, E.
static __device__ void side(const double *q, double gamma, double *U, double *F) {
  double v2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3], B2 = q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
  double vB = q[1] * q[4] + q[2] * q[5] + q[3] * q[6], pt = q[7] + 0.5 * B2;
  U[0] = q[0];
  U[7] = q[7] / (gamma - 1) + 0.5 * q[0] * v2 + 0.5 * B2;
  F[0] = q[0] * q[1];
#pragma unroll
  for (int c = 1; c < 4; c++) {
    U[c] = q[0] * q[c];
    U[c + 3] = q[c + 3];
    F[c] = F[0] * q[c] - q[4] * q[c + 3];
    F[c + 3] = q[c + 3] * q[1] - q[4] * q[c];
  }
  F[1] += pt;
  F[7] = (U[7] + pt) * q[1] - q[4] * vB;
}

static __global__ void hll(const double *__restrict__ vL, const double *__restrict__ vR, const double *__restrict__ Bn,
                           double *__restrict__ F, double gamma, int64_t faces, int direction, int64_t step, int64_t between) {
  int64_t f = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (f >= faces)
    return;
  int t = (direction + 1) % 3, s = (direction + 2) % 3;
  int var[8] = {0, 1 + direction, 1 + t, 1 + s, 4 + direction, 4 + t, 4 + s, 7};
  double L[8], R[8], UL[8], UR[8], FL[8], FR[8];
#pragma unroll
  for (int c = 0; c < 8; c++) {
    L[c] = c == 4 ? Bn[f] : vL[f * step + var[c] * between];
    R[c] = c == 4 ? Bn[f] : vR[f * step + var[c] * between];
  }
  double cL = fast(L, gamma), cR = fast(R, gamma);
  double SL = fmin(L[1] - cL, R[1] - cR), SR = fmax(L[1] + cL, R[1] + cR);
  side(L, gamma, UL, FL);
  side(R, gamma, UR, FR);
#pragma unroll
  for (int c = 0; c < 8; c++) {
    double flux = (SR * FL[c] - SL * FR[c] + SL * SR * (UR[c] - UL[c])) / (SR - SL);
    if (SL >= 0)
      flux = FL[c];
    else if (SR <= 0)
      flux = FR[c];
    F[f * step + var[c] * between] = c == 4 ? 0 : flux;
  }
}

extern "C" void kernel(const double *vL, const double *vR, const double *Bn, double *F, double gamma, int32_t nx, int32_t ny,
                       int32_t nz, int32_t direction, int32_t aos) {
  int64_t faces = (int64_t)nx * ny * nz;
  if (faces > 0)
    hll<<<(unsigned)((faces + 127) / 128), 128>>>(vL, vR, Bn, F, gamma, faces, direction, aos ? 8 : 1, aos ? 1 : faces);
}
