/* HLL in double-double through the state between the waves: U* = (SR UR - SL UL + FL - FR) / (SR - SL), and
 * F = FL + SL (U* - UL). The baseline uses the closed form instead. S is the scale of each flux, not a sum. */
#include "judge_mhd.h"

static inline dd between(dd UL, dd UR, dd FL, dd FR, dd SL, dd SR) {
    dd star = dd_div(dd_add(dd_sub(dd_mul(SR, UR), dd_mul(SL, UL)), dd_sub(FL, FR)), dd_sub(SR, SL));
    dd F = dd_add(FL, dd_mul(SL, dd_sub(star, UL)));
    F = dd_select(SL.hi >= 0.0, FL, F);
    return dd_select(SR.hi <= 0.0, FR, F);
}

void oracle(const double *vL, const double *vR, const double *Bn, double gamma, int32_t nx, int32_t ny, int32_t nz,
            int32_t direction, int32_t aos, double *F_r, double *F_s) {
    int64_t faces = (int64_t)nx * ny * nz;
    judge_mhd_order o = judge_mhd_order_of(faces, direction, aos);
#pragma omp parallel for schedule(static)
    for (int64_t f = 0; f < faces; f++) {
        judge_mhd_state L = judge_mhd_load(vL, o, f, Bn[f], gamma), R = judge_mhd_load(vR, o, f, Bn[f], gamma);
        dd SL = dd_min(dd_sub(L.vn, L.c), dd_sub(R.vn, R.c)), SR = dd_max(dd_add(L.vn, L.c), dd_add(R.vn, R.c));
        judge_mhd_flux FL = judge_mhd_flux_of(L), FR = judge_mhd_flux_of(R), F;
        F.rho = between(L.rho, R.rho, FL.rho, FR.rho, SL, SR);
        F.mn = between(dd_mul(L.rho, L.vn), dd_mul(R.rho, R.vn), FL.mn, FR.mn, SL, SR);
        F.mt = between(dd_mul(L.rho, L.vt), dd_mul(R.rho, R.vt), FL.mt, FR.mt, SL, SR);
        F.ms = between(dd_mul(L.rho, L.vs), dd_mul(R.rho, R.vs), FL.ms, FR.ms, SL, SR);
        F.Bt = between(L.Bt, R.Bt, FL.Bt, FR.Bt, SL, SR);
        F.Bs = between(L.Bs, R.Bs, FL.Bs, FR.Bs, SL, SR);
        F.E = between(L.E, R.E, FL.E, FR.E, SL, SR);
        judge_mhd_store(F, judge_mhd_scale_of(L, R, SL, SR), o, f, F_r, F_s);
    }
}

void generate(uint64_t seed, int32_t twin, int64_t nx, int64_t ny, int64_t nz, int64_t direction, int64_t aos,
              double gamma, double *vL, double *vR, double *Bn) {
    (void)twin;
    judge_mhd_states(seed, nx * ny * nz, direction, aos, gamma, vL, vR, Bn);
}
