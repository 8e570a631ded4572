/* HLL in closed form, F = (SR FL - SL FR + SL SR (UR - UL)) / (SR - SL), without branches, so that faces run in vectors. */
#include <math.h>
#include <stdint.h>

typedef struct {
    double rho, vn, vt, vs, Bt, Bs, E, pt, c;
} state;

static inline state load(const double *V, int64_t b, int n, int t, int s, double Bn, double gamma) {
    double rho = V[0], vn = V[(1 + n) * b], vt = V[(1 + t) * b], vs = V[(1 + s) * b];
    double Bt = V[(4 + t) * b], Bs = V[(4 + s) * b], p = V[7 * b];
    double Bt2 = Bt * Bt + Bs * Bs, B2 = Bn * Bn + Bt2, gp = gamma * p;
    double c = sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4.0 * gp * Bt2)) / (2.0 * rho));
    double E = p / (gamma - 1.0) + 0.5 * rho * (vn * vn + vt * vt + vs * vs) + 0.5 * B2;
    return (state){rho, vn, vt, vs, Bt, Bs, E, p + 0.5 * B2, c};
}

static inline double flux(double UL, double UR, double FL, double FR, double SL, double SR, double product, double over) {
    double F = (SR * FL - SL * FR + product * (UR - UL)) * over;
    F = SL >= 0.0 ? FL : F;
    return SR <= 0.0 ? FR : F;
}

static inline __attribute__((always_inline)) void face(const double *vL, const double *vR, double Bn, double *F, int64_t b, int n, int t, int s,
                        double gamma) {
    state L = load(vL, b, n, t, s, Bn, gamma), R = load(vR, b, n, t, s, Bn, gamma);
    double SL = fmin(L.vn - L.c, R.vn - R.c), SR = fmax(L.vn + L.c, R.vn + R.c);
    double product = SL * SR, over = 1.0 / (SR - SL);
    double mL = L.rho * L.vn, mR = R.rho * R.vn;
    double vBL = L.vn * Bn + L.vt * L.Bt + L.vs * L.Bs, vBR = R.vn * Bn + R.vt * R.Bt + R.vs * R.Bs;
#define FLUX(UL, UR, FL, FR) flux(UL, UR, FL, FR, SL, SR, product, over)
    F[0] = FLUX(L.rho, R.rho, mL, mR);
    F[(1 + n) * b] = FLUX(mL, mR, mL * L.vn + L.pt - Bn * Bn, mR * R.vn + R.pt - Bn * Bn);
    F[(1 + t) * b] = FLUX(L.rho * L.vt, R.rho * R.vt, mL * L.vt - Bn * L.Bt, mR * R.vt - Bn * R.Bt);
    F[(1 + s) * b] = FLUX(L.rho * L.vs, R.rho * R.vs, mL * L.vs - Bn * L.Bs, mR * R.vs - Bn * R.Bs);
    F[(4 + n) * b] = 0.0;
    F[(4 + t) * b] = FLUX(L.Bt, R.Bt, L.Bt * L.vn - Bn * L.vt, R.Bt * R.vn - Bn * R.vt);
    F[(4 + s) * b] = FLUX(L.Bs, R.Bs, L.Bs * L.vn - Bn * L.vs, R.Bs * R.vn - Bn * R.vs);
    F[7 * b] = FLUX(L.E, R.E, (L.E + L.pt) * L.vn - Bn * vBL, (R.E + R.pt) * R.vn - Bn * vBR);
}

void kernel(const double *vL, const double *vR, const double *Bn, double *F, double gamma, int32_t nx, int32_t ny,
            int32_t nz, int32_t direction, int32_t aos) {
    int64_t faces = (int64_t)nx * ny * nz;
    int n = direction, t = (n + 1) % 3, s = (n + 2) % 3;
    if (aos) {
#pragma omp parallel for schedule(static)
        for (int64_t f = 0; f < faces; f++) face(vL + 8 * f, vR + 8 * f, Bn[f], F + 8 * f, 1, n, t, s, gamma);
    } else {
#pragma omp parallel for simd schedule(static)
        for (int64_t f = 0; f < faces; f++) face(vL + f, vR + f, Bn[f], F + f, faces, n, t, s, gamma);
    }
}
