/* Double-double arithmetic for oracles: a value is hi + lo with |lo| <= ulp(hi)/2, about 106 bits.
 *
 * Sums and products follow Dekker (1971) and Knuth; errors of each operation are below 2^-102 relative
 * (for a sum: relative to |a| + |b|). Compile without fast-math and with -ffp-contract=off, or the error terms vanish. */
#ifndef JUDGE_DD_H
#define JUDGE_DD_H

#include <math.h>
#include <stdint.h>

#ifdef __FAST_MATH__
#error "double-double arithmetic does not survive -ffast-math"
#endif

typedef struct {
    double hi, lo;
} dd;

static inline dd dd_of(double a) { return (dd){a, 0.0}; }

/* The double nearest to the value. */
static inline double dd_round(dd a) { return a.hi + a.lo; }

/* a + b exactly, when |a| >= |b| or a is 0. */
static inline dd dd_fast_two_sum(double a, double b) {
    double s = a + b;
    return (dd){s, b - (s - a)};
}

/* a + b exactly. */
static inline dd dd_two_sum(double a, double b) {
    double s = a + b, bb = s - a;
    return (dd){s, (a - (s - bb)) + (b - bb)};
}

/* a * b exactly, unless the error term underflows. */
static inline dd dd_two_product(double a, double b) {
    double p = a * b;
#ifdef __FMA__
    return (dd){p, __builtin_fma(a, b, -p)};
#else
    double ca = 134217729.0 * a, cb = 134217729.0 * b; /* 2^27 + 1: halves of 26 bits */
    double ah = ca - (ca - a), al = a - ah, bh = cb - (cb - b), bl = b - bh;
    return (dd){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

static inline dd dd_add_double(dd a, double b) {
    dd s = dd_two_sum(a.hi, b);
    return dd_fast_two_sum(s.hi, s.lo + a.lo);
}

static inline dd dd_add(dd a, dd b) {
    dd s = dd_two_sum(a.hi, b.hi), t = dd_two_sum(a.lo, b.lo);
    s = dd_fast_two_sum(s.hi, s.lo + t.hi);
    return dd_fast_two_sum(s.hi, s.lo + t.lo);
}

static inline dd dd_neg(dd a) { return (dd){-a.hi, -a.lo}; }

static inline dd dd_sub(dd a, dd b) { return dd_add(a, dd_neg(b)); }

static inline dd dd_mul_double(dd a, double b) {
    dd p = dd_two_product(a.hi, b);
    return dd_fast_two_sum(p.hi, p.lo + a.lo * b);
}

static inline dd dd_mul(dd a, dd b) {
    dd p = dd_two_product(a.hi, b.hi);
    return dd_fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline dd dd_div(dd a, dd b) {
    double q1 = a.hi / b.hi;
    dd r = dd_sub(a, dd_mul_double(b, q1));
    double q2 = r.hi / b.hi;
    r = dd_sub(r, dd_mul_double(b, q2));
    double q3 = r.hi / b.hi;
    return dd_add_double(dd_fast_two_sum(q1, q2), q3);
}

/* One of two values, without a branch, so that loops over it still run in vectors. */
static inline dd dd_select(int first, dd a, dd b) { return (dd){first ? a.hi : b.hi, first ? a.lo : b.lo}; }

/* One Newton step from the double root; the root of 0 is 0. */
static inline dd dd_sqrt(dd a) {
    double r = sqrt(a.hi);
    dd rest = dd_sub(a, dd_two_product(r, r));
    double correction = a.hi > 0.0 ? rest.hi / (2.0 * r) : 0.0;
    return dd_fast_two_sum(r, correction);
}

static inline int dd_less(dd a, dd b) { return (a.hi < b.hi) | ((a.hi == b.hi) & (a.lo < b.lo)); }

static inline dd dd_abs(dd a) { return dd_select(a.hi < 0.0, dd_neg(a), a); }

static inline dd dd_max(dd a, dd b) { return dd_select(dd_less(a, b), b, a); }

static inline dd dd_min(dd a, dd b) { return dd_select(dd_less(b, a), b, a); }

#endif
