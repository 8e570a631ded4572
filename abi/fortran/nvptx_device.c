/* What flang's code for NVIDIA GPUs asks for and no device library defines under that name: LLVM's mathematical intrinsics
   that are not lowered there, functions of libm, real remainders and integer powers. CUDA's libdevice has the mathematics.

   Compiled to bitcode by the clang of the same LLVM and linked, with libdevice, before optimisation:
     clang --target=nvptx64-nvidia-cuda -march=sm_90 --cuda-path=CUDA -nogpulib -nostdlibinc -O3 -emit-llvm -c
   A function of libm is defined under an assembler name, so that clang does not take it for the builtin that it
   implements. The intrinsic llvm.NAME.TYPE is judge_NAME_TYPE here: the judge renames the calls. */

#define INLINE __attribute__((always_inline))
#define NAMED(type, name, ...) INLINE type judge_##name(__VA_ARGS__) __asm__(#name); INLINE type judge_##name(__VA_ARGS__)

#define ONE(name)                                                   \
    double __nv_##name(double);                                     \
    float __nv_##name##f(float);                                    \
    NAMED(double, name, double x) { return __nv_##name(x); }        \
    NAMED(float, name##f, float x) { return __nv_##name##f(x); }

#define TWO(name)                                                             \
    double __nv_##name(double, double);                                       \
    float __nv_##name##f(float, float);                                       \
    NAMED(double, name, double x, double y) { return __nv_##name(x, y); }     \
    NAMED(float, name##f, float x, float y) { return __nv_##name##f(x, y); }

/* Those that are intrinsics too. */
#define ONE_INTRINSIC(name)                                                   \
    ONE(name)                                                                 \
    INLINE double judge_##name##_f64(double x) { return __nv_##name(x); }     \
    INLINE float judge_##name##_f32(float x) { return __nv_##name##f(x); }

#define TWO_INTRINSIC(name)                                                                       \
    TWO(name)                                                                                     \
    INLINE double judge_##name##_f64(double x, double y) { return __nv_##name(x, y); }            \
    INLINE float judge_##name##_f32(float x, float y) { return __nv_##name##f(x, y); }

ONE_INTRINSIC(acos) ONE_INTRINSIC(asin) ONE_INTRINSIC(atan) ONE_INTRINSIC(cos) ONE_INTRINSIC(cosh) ONE_INTRINSIC(exp)
ONE_INTRINSIC(exp10) ONE_INTRINSIC(exp2) ONE_INTRINSIC(log) ONE_INTRINSIC(log10) ONE_INTRINSIC(log2) ONE_INTRINSIC(sin)
ONE_INTRINSIC(sinh) ONE_INTRINSIC(tan) ONE_INTRINSIC(tanh)
TWO_INTRINSIC(atan2) TWO_INTRINSIC(pow)
ONE(acosh) ONE(asinh) ONE(atanh) ONE(cbrt) ONE(ceil) ONE(erf) ONE(erfc) ONE(expm1) ONE(fabs) ONE(floor) ONE(j0) ONE(j1)
ONE(lgamma) ONE(log1p) ONE(nearbyint) ONE(rint) ONE(round) ONE(sqrt) ONE(tgamma) ONE(trunc) ONE(y0) ONE(y1)
TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(remainder)

double __nv_fma(double, double, double);
float __nv_fmaf(float, float, float);
NAMED(double, fma, double x, double y, double z) { return __nv_fma(x, y, z); }
NAMED(float, fmaf, float x, float y, float z) { return __nv_fmaf(x, y, z); }

double __nv_ldexp(double, int);
float __nv_ldexpf(float, int);
NAMED(double, ldexp, double x, int n) { return __nv_ldexp(x, n); }
NAMED(float, ldexpf, float x, int n) { return __nv_ldexpf(x, n); }
INLINE double judge_ldexp_f64_i32(double x, int n) { return __nv_ldexp(x, n); }
INLINE float judge_ldexp_f32_i32(float x, int n) { return __nv_ldexpf(x, n); }

double __nv_jn(int, double);
double __nv_yn(int, double);
NAMED(double, jn, int n, double x) { return __nv_jn(n, x); }
NAMED(double, yn, int n, double x) { return __nv_yn(n, x); }

double __nv_erfcx(double);
float __nv_erfcxf(float);
INLINE double _FortranAErfcScaled8(double x) { return __nv_erfcx(x); }
INLINE float _FortranAErfcScaled4(float x) { return __nv_erfcxf(x); }

/* mod and modulo; the file and line are for a division by zero, which a GPU does not report. */
#define REMAINDERS(type, kind, fmod)                                                    \
    INLINE type _FortranAModReal##kind(type a, type p, const char *file, int line) {    \
        return fmod(a, p);                                                              \
    }                                                                                   \
    INLINE type _FortranAModuloReal##kind(type a, type p, const char *file, int line) { \
        type r = fmod(a, p);                                                            \
        return r != 0 && (r < 0) != (p < 0) ? r + p : r;                                \
    }
REMAINDERS(double, 8, __nv_fmod)
REMAINDERS(float, 4, __nv_fmodf)

/* Powers by repeated squaring, as flang's run-time library does; a constant exponent unrolls to multiplications. */
#define POWER(name, type, integer, natural)                         \
    INLINE type name(type base, integer exponent) {                 \
        natural n = exponent < 0 ? 0 - (natural)exponent : (natural)exponent; \
        type result = 1;                                            \
        for (; n; n >>= 1, base *= base)                            \
            if (n & 1)                                              \
                result *= base;                                     \
        return exponent < 0 ? 1 / result : result;                  \
    }
POWER(judge_powi_f32_i32, float, int, unsigned)
POWER(judge_powi_f64_i32, double, int, unsigned)
POWER(_FortranAFPow4i, float, int, unsigned)
POWER(_FortranAFPow4k, float, long, unsigned long)
POWER(_FortranAFPow8i, double, int, unsigned)
POWER(_FortranAFPow8k, double, long, unsigned long)

/* Roundings to integers. */
double __nv_round(double);
float __nv_roundf(float);
double __nv_rint(double);
float __nv_rintf(float);
#define ROUND(name, to)                                                                             \
    INLINE int judge_##name##_i32_f64(double x) { return (int)__nv_##to(x); }                       \
    INLINE int judge_##name##_i32_f32(float x) { return (int)__nv_##to##f(x); }                     \
    INLINE long judge_##name##_i64_f64(double x) { return (long)__nv_##to(x); }                     \
    INLINE long judge_##name##_i64_f32(float x) { return (long)__nv_##to##f(x); }
ROUND(lround, round) ROUND(llround, round) ROUND(lrint, rint) ROUND(llrint, rint)
