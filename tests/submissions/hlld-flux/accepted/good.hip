// HLLD (Miyoshi and Kusano 2005) by the jumps over the waves; one thread for each face, without branches.
// Equation numbers are those of the paper.
#include <hip/hip_runtime.h>
#include <cstdint>

struct State {
  double rho, vn, vt, vs, Bt, Bs, E, pt, p;
};
struct Axes {
  int n, t, s;
};

// b: distance between variables.
static __device__ State load(const double *V, int64_t b, Axes a, double Bn, double gamma) {
  State q;
  q.rho = V[0], q.vn = V[(1 + a.n) * b], q.vt = V[(1 + a.t) * b], q.vs = V[(1 + a.s) * b];
  q.Bt = V[(4 + a.t) * b], q.Bs = V[(4 + a.s) * b], q.p = V[7 * b];
  double B2 = Bn * Bn + q.Bt * q.Bt + q.Bs * q.Bs;
  q.E = q.p / (gamma - 1) + 0.5 * q.rho * (q.vn * q.vn + q.vt * q.vt + q.vs * q.vs) + 0.5 * B2;
  q.pt = q.p + 0.5 * B2;
  return q;
}

static __device__ double fast(const State &q, double Bn, double gamma) {
  double Bt2 = q.Bt * q.Bt + q.Bs * q.Bs, B2 = Bn * Bn + Bt2, gp = gamma * q.p;
  return sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4 * gp * Bt2)) / (2 * q.rho));
}

// (43)-(48)
static __device__ State star(const State &q, double Bn, double S, double SM, double pt) {
  double d = S - q.vn, e = S - SM, m = q.rho * d, denominator = m * e - Bn * Bn;
  bool degenerate = fabs(denominator) < 1e-8 * fabs(m * d);
  double over = degenerate ? 0 : 1 / denominator;
  double turn = Bn * (SM - q.vn) * over, stretch = degenerate ? 1 : (m * d - Bn * Bn) * over;
  State n = {m / e, SM, q.vt - turn * q.Bt, q.vs - turn * q.Bs, q.Bt * stretch, q.Bs * stretch, 0, pt, 0};
  double before = q.vn * Bn + q.vt * q.Bt + q.vs * q.Bs, after = SM * Bn + n.vt * n.Bt + n.vs * n.Bs;
  n.E = (d * q.E - q.pt * q.vn + pt * SM + Bn * (before - after)) / e;
  return n;
}

static __global__ void hlld(const double *__restrict__ vL, const double *__restrict__ vR, const double *__restrict__ normal,
                            double *__restrict__ F, double gamma, int64_t faces, Axes a, int64_t step, int64_t b) {
  int64_t f = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (f >= faces)
    return;
  double Bn = normal[f];
  State L = load(vL + f * step, b, a, Bn, gamma), R = load(vR + f * step, b, a, Bn, gamma);
  double cL = fast(L, Bn, gamma), cR = fast(R, Bn, gamma);
  double SL = fmin(L.vn - cL, R.vn - cR), SR = fmax(L.vn + cL, R.vn + cR);
  double mL = L.rho * (SL - L.vn), mR = R.rho * (SR - R.vn), over = 1 / (mR - mL);
  double SM = (mR * R.vn - mL * L.vn - R.pt + L.pt) * over;             // (38)
  double pt = (mR * L.pt - mL * R.pt + mL * mR * (R.vn - L.vn)) * over; // (41)
  State Ls = star(L, Bn, SL, SM, pt), Rs = star(R, Bn, SR, SM, pt);
  double rootL = sqrt(Ls.rho), rootR = sqrt(Rs.rho);
  double SLs = SM - fabs(Bn) / rootL, SRs = SM + fabs(Bn) / rootR; // (51)
  double sign = Bn < 0 ? -1 : 1, mean = 1 / (rootL + rootR);
  bool left = SM >= 0;
  State K = left ? L : R, Ks = left ? Ls : Rs, KK = Ks;
  KK.vt = (rootL * Ls.vt + rootR * Rs.vt + (Rs.Bt - Ls.Bt) * sign) * mean;                         // (59)
  KK.vs = (rootL * Ls.vs + rootR * Rs.vs + (Rs.Bs - Ls.Bs) * sign) * mean;                         // (60)
  KK.Bt = (rootL * Rs.Bt + rootR * Ls.Bt + rootL * rootR * (Rs.vt - Ls.vt) * sign) * mean;         // (61)
  KK.Bs = (rootL * Rs.Bs + rootR * Ls.Bs + rootL * rootR * (Rs.vs - Ls.vs) * sign) * mean;         // (62)
  KK.E = Ks.E - (left ? rootL : -rootR) * sign * (Ks.vt * Ks.Bt + Ks.vs * Ks.Bs - KK.vt * KK.Bt - KK.vs * KK.Bs); // (63)
  // A wave that has not reached the face adds nothing.
  double outer = left ? fmin(SL, 0.0) : fmax(SR, 0.0), inner = left ? fmin(SLs, 0.0) : fmax(SRs, 0.0);
  double m = K.rho * K.vn, vB = K.vn * Bn + K.vt * K.Bt + K.vs * K.Bs;
  auto flux = [=](double own, double U, double Us, double UU) { return own + outer * (Us - U) + inner * (UU - Us); };
  F += f * step;
  F[0] = flux(m, K.rho, Ks.rho, KK.rho);
  F[(1 + a.n) * b] = flux(m * K.vn + K.pt - Bn * Bn, m, Ks.rho * SM, KK.rho * SM);
  F[(1 + a.t) * b] = flux(m * K.vt - Bn * K.Bt, K.rho * K.vt, Ks.rho * Ks.vt, KK.rho * KK.vt);
  F[(1 + a.s) * b] = flux(m * K.vs - Bn * K.Bs, K.rho * K.vs, Ks.rho * Ks.vs, KK.rho * KK.vs);
  F[(4 + a.n) * b] = 0;
  F[(4 + a.t) * b] = flux(K.Bt * K.vn - Bn * K.vt, K.Bt, Ks.Bt, KK.Bt);
  F[(4 + a.s) * b] = flux(K.Bs * K.vn - Bn * K.vs, K.Bs, Ks.Bs, KK.Bs);
  F[7 * b] = flux((K.E + K.pt) * K.vn - Bn * vB, K.E, Ks.E, KK.E);
}

extern "C" void kernel(const double *vL, const double *vR, const double *Bn, double *F, double gamma, int32_t nx, int32_t ny,
                       int32_t nz, int32_t direction, int32_t aos) {
  int64_t faces = (int64_t)nx * ny * nz;
  Axes axes = {direction, (direction + 1) % 3, (direction + 2) % 3};
  if (faces > 0)
    hlld<<<(unsigned)((faces + 127) / 128), 128>>>(vL, vR, Bn, F, gamma, faces, axes, aos ? 8 : 1, aos ? 1 : faces);
}
