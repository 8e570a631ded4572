// Functions of device code that C++ does not have.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define JUDGE_HIP_MINMAX(type)                                                                                              \
  inline type min(type a, type b) { return b < a ? b : a; }                                                                 \
  inline type max(type a, type b) { return a < b ? b : a; }
JUDGE_HIP_MINMAX(int)
JUDGE_HIP_MINMAX(unsigned)
JUDGE_HIP_MINMAX(long)
JUDGE_HIP_MINMAX(unsigned long)
JUDGE_HIP_MINMAX(long long)
JUDGE_HIP_MINMAX(unsigned long long)
#undef JUDGE_HIP_MINMAX
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }

inline double rsqrt(double x) { return 1 / sqrt(x); }
inline float rsqrtf(float x) { return 1 / sqrtf(x); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double a) { return sqrt(a); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float x) { return expf(x); }
inline float __logf(float x) { return logf(x); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __powf(float x, float y) { return powf(x, y); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
inline unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
inline int __mul24(int a, int b) { return a * b; }
inline int __mulhi(int a, int b) { return (int)((int64_t)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((uint64_t)a * b >> 32); }

#define JUDGE_HIP_BITS(name, to, from)                                                                                      \
  inline to name(from x) {                                                                                                  \
    to y;                                                                                                                   \
    memcpy(&y, &x, sizeof y);                                                                                               \
    return y;                                                                                                               \
  }
JUDGE_HIP_BITS(__double_as_longlong, long long, double)
JUDGE_HIP_BITS(__longlong_as_double, double, long long)
JUDGE_HIP_BITS(__float_as_int, int, float)
JUDGE_HIP_BITS(__float_as_uint, unsigned, float)
JUDGE_HIP_BITS(__int_as_float, float, int)
JUDGE_HIP_BITS(__uint_as_float, float, unsigned)
#undef JUDGE_HIP_BITS

// A load through the read-only cache.
template <class T> T __ldg(const T *p) { return *p; }

inline unsigned long long clock64() { return judge_hip_api->now(); }
inline unsigned long long wall_clock64() { return judge_hip_api->now(); }
