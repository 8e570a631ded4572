// Vector types: double2, float4, int3, … with make_* functions and, as in HIP, arithmetic element by element.
#pragma once

// `each(f, a, b)` applies f to the elements; it is also what tells these types from others.
#define JUDGE_HIP_VECTORS(name, scalar)                                                                                     \
  struct name##1 {                                                                                                          \
    typedef scalar element;                                                                                                 \
    scalar x;                                                                                                               \
    template <class F> static name##1 each(F f, name##1 a, name##1 b) { return {f(a.x, b.x)}; }                             \
  };                                                                                                                        \
  struct alignas(2 * sizeof(scalar)) name##2 {                                                                              \
    typedef scalar element;                                                                                                 \
    scalar x, y;                                                                                                            \
    template <class F> static name##2 each(F f, name##2 a, name##2 b) { return {f(a.x, b.x), f(a.y, b.y)}; }                \
  };                                                                                                                        \
  struct name##3 {                                                                                                          \
    typedef scalar element;                                                                                                 \
    scalar x, y, z;                                                                                                         \
    template <class F> static name##3 each(F f, name##3 a, name##3 b) {                                                     \
      return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)};                                                                       \
    }                                                                                                                       \
  };                                                                                                                        \
  struct alignas(sizeof(scalar) == 8 ? 16 : 4 * sizeof(scalar)) name##4 {                                                   \
    typedef scalar element;                                                                                                 \
    scalar x, y, z, w;                                                                                                      \
    template <class F> static name##4 each(F f, name##4 a, name##4 b) {                                                     \
      return {f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)};                                                          \
    }                                                                                                                       \
  };                                                                                                                        \
  inline name##1 make_##name##1(scalar x) { return {x}; }                                                                   \
  inline name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                                                      \
  inline name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }                                         \
  inline name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

JUDGE_HIP_VECTORS(char, signed char)
JUDGE_HIP_VECTORS(uchar, unsigned char)
JUDGE_HIP_VECTORS(short, short)
JUDGE_HIP_VECTORS(ushort, unsigned short)
JUDGE_HIP_VECTORS(int, int)
JUDGE_HIP_VECTORS(uint, unsigned)
JUDGE_HIP_VECTORS(long, long)
JUDGE_HIP_VECTORS(ulong, unsigned long)
JUDGE_HIP_VECTORS(longlong, long long)
JUDGE_HIP_VECTORS(ulonglong, unsigned long long)
JUDGE_HIP_VECTORS(float, float)
JUDGE_HIP_VECTORS(double, double)
#undef JUDGE_HIP_VECTORS

namespace judge_hip {

struct Add {
  template <class T> T operator()(T a, T b) const { return a + b; }
};
struct Subtract {
  template <class T> T operator()(T a, T b) const { return a - b; }
};
struct Multiply {
  template <class T> T operator()(T a, T b) const { return a * b; }
};
struct Divide {
  template <class T> T operator()(T a, T b) const { return a / b; }
};

template <class V>
concept Vector = requires(V v) { V::each(Add(), v, v); };

// The same value in every element.
template <Vector V> V all(typename V::element s) {
  return V::each([s](auto, auto) { return s; }, V(), V());
}

} // namespace judge_hip

#define JUDGE_HIP_OPERATOR(op, f)                                                                                           \
  template <judge_hip::Vector V> V operator op(V a, V b) { return V::each(judge_hip::f(), a, b); }                          \
  template <judge_hip::Vector V> V operator op(V a, typename V::element b) { return a op judge_hip::all<V>(b); }            \
  template <judge_hip::Vector V> V operator op(typename V::element a, V b) { return judge_hip::all<V>(a) op b; }            \
  template <judge_hip::Vector V> V &operator op##=(V &a, V b) { return a = a op b; }                                        \
  template <judge_hip::Vector V> V &operator op##=(V &a, typename V::element b) { return a = a op b; }
JUDGE_HIP_OPERATOR(+, Add)
JUDGE_HIP_OPERATOR(-, Subtract)
JUDGE_HIP_OPERATOR(*, Multiply)
JUDGE_HIP_OPERATOR(/, Divide)
#undef JUDGE_HIP_OPERATOR
