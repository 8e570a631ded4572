/* HLLD (Miyoshi and Kusano 2005) by the jumps over the waves, F = F_K + S_K (U* - U_K) + S_K* (U** - U*), without
 * branches, so that faces run in vectors. Equation numbers are those of the paper. */
#include <math.h>
#include <stdint.h>

typedef struct {
    double rho, vn, vt, vs, Bt, Bs, E, pt, p;
} state;

static inline state load(const double *V, int64_t b, int n, int t, int s, double Bn, double gamma) {
    double rho = V[0], vn = V[(1 + n) * b], vt = V[(1 + t) * b], vs = V[(1 + s) * b];
    double Bt = V[(4 + t) * b], Bs = V[(4 + s) * b], p = V[7 * b], B2 = Bn * Bn + Bt * Bt + Bs * Bs;
    double E = p / (gamma - 1.0) + 0.5 * rho * (vn * vn + vt * vt + vs * vs) + 0.5 * B2;
    return (state){rho, vn, vt, vs, Bt, Bs, E, p + 0.5 * B2, p};
}

static inline double fast(state q, double Bn, double gamma) {
    double Bt2 = q.Bt * q.Bt + q.Bs * q.Bs, B2 = Bn * Bn + Bt2, gp = gamma * q.p;
    return sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4.0 * gp * Bt2)) / (2.0 * q.rho));
}

/* (43)-(48) */
static inline state star(state q, double Bn, double S, double SM, double pt) {
    double d = S - q.vn, e = S - SM, m = q.rho * d, denominator = m * e - Bn * Bn;
    int degenerate = fabs(denominator) < 1e-8 * fabs(m * d);
    double over = degenerate ? 0.0 : 1.0 / denominator;
    double turn = Bn * (SM - q.vn) * over, stretch = degenerate ? 1.0 : (m * d - Bn * Bn) * over;
    state n = {m / e, SM, q.vt - turn * q.Bt, q.vs - turn * q.Bs, q.Bt * stretch, q.Bs * stretch, 0.0, pt, 0.0};
    double before = q.vn * Bn + q.vt * q.Bt + q.vs * q.Bs, after = SM * Bn + n.vt * n.Bt + n.vs * n.Bs;
    n.E = (d * q.E - q.pt * q.vn + pt * SM + Bn * (before - after)) / e;
    return n;
}

static inline state choose(int first, state a, state b) {
    return (state){first ? a.rho : b.rho, first ? a.vn : b.vn, first ? a.vt : b.vt,
                   first ? a.vs : b.vs,   first ? a.Bt : b.Bt, first ? a.Bs : b.Bs,
                   first ? a.E : b.E,     first ? a.pt : b.pt, 0.0};
}

static inline __attribute__((always_inline)) void face(const double *vL, const double *vR, double Bn, double *F, int64_t b, int n, int t, int s,
                        double gamma) {
    state L = load(vL, b, n, t, s, Bn, gamma), R = load(vR, b, n, t, s, Bn, gamma);
    double cL = fast(L, Bn, gamma), cR = fast(R, Bn, gamma);
    double SL = fmin(L.vn - cL, R.vn - cR), SR = fmax(L.vn + cL, R.vn + cR);
    double mL = L.rho * (SL - L.vn), mR = R.rho * (SR - R.vn), over = 1.0 / (mR - mL);
    double SM = (mR * R.vn - mL * L.vn - R.pt + L.pt) * over;                    /* (38) */
    double pt = (mR * L.pt - mL * R.pt + mL * mR * (R.vn - L.vn)) * over;        /* (41) */
    state Ls = star(L, Bn, SL, SM, pt), Rs = star(R, Bn, SR, SM, pt);
    double rootL = sqrt(Ls.rho), rootR = sqrt(Rs.rho);
    double SLs = SM - fabs(Bn) / rootL, SRs = SM + fabs(Bn) / rootR;             /* (51) */
    double sign = Bn < 0.0 ? -1.0 : 1.0, mean = 1.0 / (rootL + rootR);
    int left = SM >= 0.0;
    state K = choose(left, L, R), Ks = choose(left, Ls, Rs), KK = Ks;
    KK.vt = (rootL * Ls.vt + rootR * Rs.vt + (Rs.Bt - Ls.Bt) * sign) * mean;     /* (59) */
    KK.vs = (rootL * Ls.vs + rootR * Rs.vs + (Rs.Bs - Ls.Bs) * sign) * mean;     /* (60) */
    KK.Bt = (rootL * Rs.Bt + rootR * Ls.Bt + rootL * rootR * (Rs.vt - Ls.vt) * sign) * mean; /* (61) */
    KK.Bs = (rootL * Rs.Bs + rootR * Ls.Bs + rootL * rootR * (Rs.vs - Ls.vs) * sign) * mean; /* (62) */
    double step = (left ? rootL : -rootR) * sign;
    KK.E = Ks.E - step * (Ks.vt * Ks.Bt + Ks.vs * Ks.Bs - KK.vt * KK.Bt - KK.vs * KK.Bs);    /* (63) */
    double S = left ? SL : SR, Ss = left ? SLs : SRs;
    /* A wave that has not reached the face adds nothing. */
    double outer = (left ? S < 0.0 : S > 0.0) ? S : 0.0, inner = (left ? Ss < 0.0 : Ss > 0.0) ? Ss : 0.0;
    double m = K.rho * K.vn, vB = K.vn * Bn + K.vt * K.Bt + K.vs * K.Bs;
#define FLUX(own, U, Us, UU) ((own) + outer * ((Us) - (U)) + inner * ((UU) - (Us)))
    F[0] = FLUX(m, K.rho, Ks.rho, KK.rho);
    F[(1 + n) * b] = FLUX(m * K.vn + K.pt - Bn * Bn, m, Ks.rho * SM, KK.rho * SM);
    F[(1 + t) * b] = FLUX(m * K.vt - Bn * K.Bt, K.rho * K.vt, Ks.rho * Ks.vt, KK.rho * KK.vt);
    F[(1 + s) * b] = FLUX(m * K.vs - Bn * K.Bs, K.rho * K.vs, Ks.rho * Ks.vs, KK.rho * KK.vs);
    F[(4 + n) * b] = 0.0;
    F[(4 + t) * b] = FLUX(K.Bt * K.vn - Bn * K.vt, K.Bt, Ks.Bt, KK.Bt);
    F[(4 + s) * b] = FLUX(K.Bs * K.vn - Bn * K.vs, K.Bs, Ks.Bs, KK.Bs);
    F[7 * b] = FLUX((K.E + K.pt) * K.vn - Bn * vB, K.E, Ks.E, KK.E);
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
