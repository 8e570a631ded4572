/* Point by point in double-double. The field's update uses the edges before they are rounded; its S is |B| plus dt/dx
 * times the magnitudes of the sixteen face values behind the four edges. */
#include "judge_dd.h"

typedef struct {
    dd value;
    double magnitude;
} edge;

/* Mean of two neighbours of `a` along `sa` and two of `b` along `sb`. */
static inline edge mean(const double *a, int64_t sa, const double *b, int64_t sb, int64_t e) {
    dd sum = dd_add(dd_two_sum(a[e], a[e - sa]), dd_two_sum(b[e], b[e - sb]));
    double magnitude = fabs(a[e]) + fabs(a[e - sa]) + fabs(b[e]) + fabs(b[e - sb]);
    return (edge){{0.25 * sum.hi, 0.25 * sum.lo}, 0.25 * magnitude};
}

/* B - (s*(a1 - a0) - t*(b1 - b0)) */
static inline void update(double B, double s, edge a1, edge a0, double t, edge b1, edge b0, double *r, double *magnitude) {
    dd curl = dd_sub(dd_mul_double(dd_sub(a1.value, a0.value), s), dd_mul_double(dd_sub(b1.value, b0.value), t));
    *r = dd_round(dd_add_double(dd_neg(curl), B));
    *magnitude = fabs(B) + fabs(s) * (a1.magnitude + a0.magnitude) + fabs(t) * (b1.magnitude + b0.magnitude);
}

void oracle(const double *exj, const double *exk, const double *eyi, const double *eyk, const double *ezi,
            const double *ezj, const double *Bx, const double *By, const double *Bz, double dtdx, double dtdy,
            double dtdz, int32_t nx, int32_t ny, int32_t nz, double *ex_r, double *ex_s, double *ey_r, double *ey_s,
            double *ez_r, double *ez_s, double *Bx_r, double *Bx_s, double *By_r, double *By_s, double *Bz_r,
            double *Bz_s) {
    int64_t mx = nx + 2, my = ny + 2, mz = nz + 2, X = 1, Y = mx, Z = mx * my;
#define EX(e) mean(exj, Z, exk, Y, e)
#define EY(e) mean(eyi, Z, eyk, X, e)
#define EZ(e) mean(ezi, Y, ezj, X, e)
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = 0; k < mz; k++)
        for (int64_t j = 0; j < my; j++)
            for (int64_t i = 0; i < mx; i++) {
                int64_t e = i * X + j * Y + k * Z;
                edge none = {{0.0, 0.0}, 0.0};
                int on = i > 0 && j > 0 && k > 0;
                edge x = on ? EX(e) : none, y = on ? EY(e) : none, z = on ? EZ(e) : none;
                ex_r[e] = dd_round(x.value), ex_s[e] = x.magnitude;
                ey_r[e] = dd_round(y.value), ey_s[e] = y.magnitude;
                ez_r[e] = dd_round(z.value), ez_s[e] = z.magnitude;
                Bx_r[e] = Bx[e], By_r[e] = By[e], Bz_r[e] = Bz[e];
                Bx_s[e] = By_s[e] = Bz_s[e] = 0.0;
                if (on && j <= ny && k <= nz) update(Bx[e], dtdy, EZ(e + Y), z, dtdz, EY(e + Z), y, Bx_r + e, Bx_s + e);
                if (on && i <= nx && k <= nz) update(By[e], dtdz, EX(e + Z), x, dtdx, EZ(e + X), z, By_r + e, By_s + e);
                if (on && i <= nx && j <= ny) update(Bz[e], dtdx, EY(e + X), y, dtdy, EX(e + Y), x, Bz_r + e, Bz_s + e);
            }
}
