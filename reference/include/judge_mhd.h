/* Ideal magnetohydrodynamics at one face, for oracles and generators: states in double-double, and random states.
 *
 * Arrays hold (rho, vx, vy, vz, Bx, By, Bz, p) at each face; `direction` names the normal n, and the tangents t and s are
 * the next two axes in the order x, y, z, x. */
#ifndef JUDGE_MHD_H
#define JUDGE_MHD_H

#include "judge_dd.h"
#include "judge_rng.h"

/* Where a face's variables stand: variable `var` of face `f` at var * between + f * step. */
typedef struct {
    int64_t step, between;
    int vn, vt, vs, Bn, Bt, Bs;
} judge_mhd_order;

static inline judge_mhd_order judge_mhd_order_of(int64_t faces, int64_t direction, int64_t aos) {
    int n = (int)direction, t = (n + 1) % 3, s = (n + 2) % 3;
    return (judge_mhd_order){aos ? 8 : 1, aos ? 1 : faces, 1 + n, 1 + t, 1 + s, 4 + n, 4 + t, 4 + s};
}

typedef struct {
    dd rho, vn, vt, vs, Bn, Bt, Bs;
    dd E;  /* energy density */
    dd pt; /* gas and magnetic pressure */
    dd c;  /* fast magnetosonic speed along n */
} judge_mhd_state;

typedef struct {
    dd rho, mn, mt, ms, Bt, Bs, E; /* the flux of Bn is 0 */
} judge_mhd_flux;

/* Magnitudes against which errors of the seven fluxes are measured. */
typedef struct {
    double rho, m, B, E;
} judge_mhd_scale;

static inline dd dd_square(dd a) { return dd_mul(a, a); }

static inline dd dd_dot3(dd a1, dd b1, dd a2, dd b2, dd a3, dd b3) {
    return dd_add(dd_add(dd_mul(a1, b1), dd_mul(a2, b2)), dd_mul(a3, b3));
}

static inline judge_mhd_state judge_mhd_load(const double *V, judge_mhd_order o, int64_t f, double Bn, double gamma) {
    const double *at = V + f * o.step;
    judge_mhd_state q;
    q.rho = dd_of(at[0]);
    q.vn = dd_of(at[o.vn * o.between]);
    q.vt = dd_of(at[o.vt * o.between]);
    q.vs = dd_of(at[o.vs * o.between]);
    q.Bn = dd_of(Bn);
    q.Bt = dd_of(at[o.Bt * o.between]);
    q.Bs = dd_of(at[o.Bs * o.between]);
    dd p = dd_of(at[7 * o.between]);
    dd Bt2 = dd_add(dd_square(q.Bt), dd_square(q.Bs)), B2 = dd_add(dd_square(q.Bn), Bt2);
    dd v2 = dd_dot3(q.vn, q.vn, q.vt, q.vt, q.vs, q.vs);
    dd half_B2 = dd_mul_double(B2, 0.5);
    q.pt = dd_add(p, half_B2);
    q.E = dd_add(dd_add(dd_div(p, dd_two_sum(gamma, -1.0)), dd_mul_double(dd_mul(q.rho, v2), 0.5)), half_B2);
    /* c^2 = (gp + B2 + sqrt((gp - B2)^2 + 4 gp Bt2)) / (2 rho): no difference of like terms. */
    dd gp = dd_mul_double(p, gamma);
    dd root = dd_sqrt(dd_add(dd_square(dd_sub(gp, B2)), dd_mul_double(dd_mul(gp, Bt2), 4.0)));
    q.c = dd_sqrt(dd_div(dd_add(dd_add(gp, B2), root), dd_mul_double(q.rho, 2.0)));
    return q;
}

/* The flux of a state along n; `vB` = v.B. */
static inline judge_mhd_flux judge_mhd_flux_of(judge_mhd_state q) {
    dd vB = dd_dot3(q.vn, q.Bn, q.vt, q.Bt, q.vs, q.Bs), m = dd_mul(q.rho, q.vn);
    judge_mhd_flux F;
    F.rho = m;
    F.mn = dd_sub(dd_add(dd_mul(m, q.vn), q.pt), dd_square(q.Bn));
    F.mt = dd_sub(dd_mul(m, q.vt), dd_mul(q.Bn, q.Bt));
    F.ms = dd_sub(dd_mul(m, q.vs), dd_mul(q.Bn, q.Bs));
    F.Bt = dd_sub(dd_mul(q.Bt, q.vn), dd_mul(q.Bn, q.vt));
    F.Bs = dd_sub(dd_mul(q.Bs, q.vn), dd_mul(q.Bn, q.vs));
    F.E = dd_sub(dd_mul(dd_add(q.E, q.pt), q.vn), dd_mul(q.Bn, vB));
    return F;
}

/* With s = max(|SL|, |SR|): max rho*s; max rho*s^2; max|B|*s; max|E|*s. */
static inline judge_mhd_scale judge_mhd_scale_of(judge_mhd_state L, judge_mhd_state R, dd SL, dd SR) {
    double s = fmax(fabs(SL.hi), fabs(SR.hi)), rho = fmax(L.rho.hi, R.rho.hi);
    double BL = L.Bn.hi * L.Bn.hi + L.Bt.hi * L.Bt.hi + L.Bs.hi * L.Bs.hi;
    double BR = R.Bn.hi * R.Bn.hi + R.Bt.hi * R.Bt.hi + R.Bs.hi * R.Bs.hi;
    return (judge_mhd_scale){rho * s, rho * s * s, sqrt(fmax(BL, BR)) * s, fmax(fabs(L.E.hi), fabs(R.E.hi)) * s};
}

static inline void judge_mhd_store(judge_mhd_flux F, judge_mhd_scale M, judge_mhd_order o, int64_t f, double *F_r,
                                   double *F_s) {
    double *r = F_r + f * o.step, *s = F_s + f * o.step;
    int64_t b = o.between;
    r[0] = dd_round(F.rho), s[0] = M.rho;
    r[o.vn * b] = dd_round(F.mn), s[o.vn * b] = M.m;
    r[o.vt * b] = dd_round(F.mt), s[o.vt * b] = M.m;
    r[o.vs * b] = dd_round(F.ms), s[o.vs * b] = M.m;
    r[o.Bn * b] = 0.0, s[o.Bn * b] = 0.0;
    r[o.Bt * b] = dd_round(F.Bt), s[o.Bt * b] = M.B;
    r[o.Bs * b] = dd_round(F.Bs), s[o.Bs * b] = M.B;
    r[7 * b] = dd_round(F.E), s[7 * b] = M.E;
}

/* Fast speed in double, to choose states by. */
static inline double judge_mhd_fast(double rho, double Bn, double Bt2, double p, double gamma) {
    double gp = gamma * p, B2 = Bn * Bn + Bt2;
    return sqrt((gp + B2 + sqrt((gp - B2) * (gp - B2) + 4.0 * gp * Bt2)) / (2.0 * rho));
}

/* rho, vn, vt, vs, Bt, Bs, p of one random state. */
static inline void judge_mhd_random(uint64_t seed, uint64_t stream, uint64_t face, double drift, double q[7]) {
    double unit[7];
    for (uint64_t v = 0; v < 7; v++) unit[v] = judge_unit(judge_hash(seed, stream + v, face));
    q[0] = 0.5 + 1.5 * unit[0];
    for (int v = 1; v < 4; v++) q[v] = 2.0 * unit[v] - 1.0;
    q[1] += drift;
    q[4] = 2.0 * unit[4] - 1.0;
    q[5] = 2.0 * unit[5] - 1.0;
    q[6] = 0.1 + 1.4 * unit[6];
}

/* Whether rho (S-u)(S-SM) - Bn^2 >= 0.1 rho (S-u)^2. Near 0 the problem's condition is a thousand times worse, and below 0
 * the rotational wave overtakes the outer one, so that more than one case of equation (64) holds. */
static inline int judge_mhd_well_conditioned(const double L[7], const double R[7], double Bn, double gamma) {
    double BL = L[4] * L[4] + L[5] * L[5], BR = R[4] * R[4] + R[5] * R[5];
    double cL = judge_mhd_fast(L[0], Bn, BL, L[6], gamma), cR = judge_mhd_fast(R[0], Bn, BR, R[6], gamma);
    double SL = fmin(L[1] - cL, R[1] - cR), SR = fmax(L[1] + cL, R[1] + cR);
    double dL = SL - L[1], dR = SR - R[1], mL = L[0] * dL, mR = R[0] * dR;
    double SM = (mR * R[1] - mL * L[1] - (R[6] + 0.5 * BR) + (L[6] + 0.5 * BL)) / (mR - mL);
    return mL * (SL - SM) - Bn * Bn >= 0.1 * mL * dL && mR * (SR - SM) - Bn * Bn >= 0.1 * mR * dR;
}

/* Random states on both sides of every face, with |Bn| >= 0.2; every eighth face is supersonic to either side. */
static inline void judge_mhd_states(uint64_t seed, int64_t faces, int64_t direction, int64_t aos, double gamma,
                                    double *vL, double *vR, double *Bn) {
    judge_mhd_order o = judge_mhd_order_of(faces, direction, aos);
#pragma omp parallel for schedule(static)
    for (int64_t f = 0; f < faces; f++) {
        uint64_t kind = judge_hash(seed, 0, (uint64_t)f);
        double drift = kind % 8 ? 0.0 : kind & 8 ? 6.0 : -6.0;
        double normal = 0.2 + judge_unit(judge_hash(seed, 1, (uint64_t)f));
        double L[7], R[7];
        if (kind & 16) normal = -normal;
        uint64_t stream = 16;
        do {
            judge_mhd_random(seed, stream, (uint64_t)f, drift, L);
            judge_mhd_random(seed, stream + 8, (uint64_t)f, drift, R);
            stream += 16;
        } while (!judge_mhd_well_conditioned(L, R, normal, gamma));
        Bn[f] = normal;
        const int var[7] = {0, o.vn, o.vt, o.vs, o.Bt, o.Bs, 7};
        for (int v = 0; v < 7; v++) {
            vL[var[v] * o.between + f * o.step] = L[v];
            vR[var[v] * o.between + f * o.step] = R[v];
        }
        vL[o.Bn * o.between + f * o.step] = vR[o.Bn * o.between + f * o.step] = normal;
    }
}

#endif
