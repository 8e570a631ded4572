/* HLLD (Miyoshi and Kusano 2005) in double-double. The flux is that of the state at the face itself, with the total
 * pressure pT* = pT_L + rho_L (SL - uL)(SM - uL); the baseline adds the jumps over the waves instead, and takes pT* from
 * equation (41). Equation numbers are those of the paper. S is the scale of each flux, not a sum. */
#include "judge_mhd.h"

/* The state between the outer wave S and the contact SM: (43)-(48). */
static inline judge_mhd_state star(judge_mhd_state q, dd S, dd SM, dd pt) {
    dd d = dd_sub(S, q.vn), e = dd_sub(S, SM), m = dd_mul(q.rho, d), Bn2 = dd_square(q.Bn);
    dd denominator = dd_sub(dd_mul(m, e), Bn2), size = dd_mul(m, d);
    int degenerate = fabs(denominator.hi) < 1e-8 * fabs(size.hi);
    denominator = dd_select(degenerate, dd_of(1.0), denominator);
    dd turn = dd_select(degenerate, dd_of(0.0), dd_div(dd_mul(q.Bn, dd_sub(SM, q.vn)), denominator));
    dd stretch = dd_select(degenerate, dd_of(1.0), dd_div(dd_sub(size, Bn2), denominator));
    judge_mhd_state n = q;
    n.rho = dd_div(m, e);
    n.vn = SM;
    n.vt = dd_sub(q.vt, dd_mul(turn, q.Bt));
    n.vs = dd_sub(q.vs, dd_mul(turn, q.Bs));
    n.Bt = dd_mul(q.Bt, stretch);
    n.Bs = dd_mul(q.Bs, stretch);
    n.pt = pt;
    dd before = dd_dot3(q.vn, q.Bn, q.vt, q.Bt, q.vs, q.Bs), after = dd_dot3(n.vn, n.Bn, n.vt, n.Bt, n.vs, n.Bs);
    dd work = dd_sub(dd_mul(pt, SM), dd_mul(q.pt, q.vn));
    n.E = dd_div(dd_add(dd_add(dd_mul(d, q.E), work), dd_mul(q.Bn, dd_sub(before, after))), e);
    return n;
}

static inline judge_mhd_state choose(int first, judge_mhd_state a, judge_mhd_state b) {
    judge_mhd_state q = a;
    q.rho = dd_select(first, a.rho, b.rho);
    q.vn = dd_select(first, a.vn, b.vn);
    q.vt = dd_select(first, a.vt, b.vt);
    q.vs = dd_select(first, a.vs, b.vs);
    q.Bt = dd_select(first, a.Bt, b.Bt);
    q.Bs = dd_select(first, a.Bs, b.Bs);
    q.E = dd_select(first, a.E, b.E);
    q.pt = dd_select(first, a.pt, b.pt);
    return q;
}

void oracle(const double *vL, const double *vR, const double *Bn, double gamma, int32_t nx, int32_t ny, int32_t nz,
            int32_t direction, int32_t aos, double *F_r, double *F_s) {
    int64_t faces = (int64_t)nx * ny * nz;
    judge_mhd_order o = judge_mhd_order_of(faces, direction, aos);
#pragma omp parallel for schedule(static)
    for (int64_t f = 0; f < faces; f++) {
        judge_mhd_state L = judge_mhd_load(vL, o, f, Bn[f], gamma), R = judge_mhd_load(vR, o, f, Bn[f], gamma);
        dd SL = dd_min(dd_sub(L.vn, L.c), dd_sub(R.vn, R.c)), SR = dd_max(dd_add(L.vn, L.c), dd_add(R.vn, R.c));
        dd mL = dd_mul(L.rho, dd_sub(SL, L.vn)), mR = dd_mul(R.rho, dd_sub(SR, R.vn));
        /* (38) */
        dd momentum = dd_add(dd_sub(dd_mul(mR, R.vn), dd_mul(mL, L.vn)), dd_sub(L.pt, R.pt));
        dd SM = dd_div(momentum, dd_sub(mR, mL));
        dd pt = dd_add(L.pt, dd_mul(mL, dd_sub(SM, L.vn)));
        judge_mhd_state Ls = star(L, SL, SM, pt), Rs = star(R, SR, SM, pt);
        /* (51) */
        dd rootL = dd_sqrt(Ls.rho), rootR = dd_sqrt(Rs.rho), aBn = dd_abs(L.Bn);
        dd SLs = dd_sub(SM, dd_div(aBn, rootL)), SRs = dd_add(SM, dd_div(aBn, rootR));
        /* (59)-(63) */
        double sign = Bn[f] < 0.0 ? -1.0 : 1.0;
        dd sum = dd_add(rootL, rootR), both = dd_mul(rootL, rootR);
        judge_mhd_state LL = Ls;
#define WEIGHTED(v) dd_add(dd_mul(rootL, Ls.v), dd_mul(rootR, Rs.v))
#define CROSSED(B) dd_add(dd_mul(rootL, Rs.B), dd_mul(rootR, Ls.B))
        LL.vt = dd_div(dd_add(WEIGHTED(vt), dd_mul_double(dd_sub(Rs.Bt, Ls.Bt), sign)), sum);
        LL.vs = dd_div(dd_add(WEIGHTED(vs), dd_mul_double(dd_sub(Rs.Bs, Ls.Bs), sign)), sum);
        LL.Bt = dd_div(dd_add(CROSSED(Bt), dd_mul_double(dd_mul(both, dd_sub(Rs.vt, Ls.vt)), sign)), sum);
        LL.Bs = dd_div(dd_add(CROSSED(Bs), dd_mul_double(dd_mul(both, dd_sub(Rs.vs, Ls.vs)), sign)), sum);
        judge_mhd_state RR = LL;
        RR.rho = Rs.rho;
        dd inner = dd_dot3(SM, LL.Bn, LL.vt, LL.Bt, LL.vs, LL.Bs);
        dd outerL = dd_dot3(SM, Ls.Bn, Ls.vt, Ls.Bt, Ls.vs, Ls.Bs);
        dd outerR = dd_dot3(SM, Rs.Bn, Rs.vt, Rs.Bt, Rs.vs, Rs.Bs);
        LL.E = dd_sub(Ls.E, dd_mul_double(dd_mul(rootL, dd_sub(outerL, inner)), sign));
        RR.E = dd_add(Rs.E, dd_mul_double(dd_mul(rootR, dd_sub(outerR, inner)), sign));

        judge_mhd_state left = choose(SLs.hi >= 0.0, Ls, LL), right = choose(SRs.hi <= 0.0, Rs, RR);
        judge_mhd_state here = choose(SM.hi >= 0.0, left, right);
        here = choose(SL.hi >= 0.0, L, here);
        here = choose(SR.hi <= 0.0, R, here);
        judge_mhd_store(judge_mhd_flux_of(here), judge_mhd_scale_of(L, R, SL, SR), o, f, F_r, F_s);
    }
}

void generate(uint64_t seed, int32_t twin, int64_t nx, int64_t ny, int64_t nz, int64_t direction, int64_t aos,
              double gamma, double *vL, double *vR, double *Bn) {
    (void)twin;
    judge_mhd_states(seed, nx * ny * nz, direction, aos, gamma, vL, vR, Bn);
}
