// Atomics. Blocks run on several threads of the processor, so these are the processor's own, relaxed as on a GPU.
#pragma once

#include "index.h"

namespace judge_hip {

// *p = f(*p), atomically; returns the old value. Works for every type with an atomic compare-and-swap.
template <class T, class F> T update(T *p, F f) {
  T old;
  __atomic_load(p, &old, __ATOMIC_RELAXED);
  for (T next = f(old); !__atomic_compare_exchange(p, &old, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);)
    next = f(old);
  return old;
}

template <class T> struct Same {
  typedef T type;
};
// A parameter that takes its type from the pointer alone: atomicAdd(&x, 1) for any x.
template <class T> using As = typename Same<T>::type;

} // namespace judge_hip

#define JUDGE_HIP_ATOMIC(name, expression)                                                                                  \
  template <class T> T name(T *p, judge_hip::As<T> v) {                                                                     \
    return judge_hip::update(p, [=]([[maybe_unused]] T old) -> T { return expression; });                                                    \
  }                                                                                                                         \
  template <class T> T name##_block(T *p, judge_hip::As<T> v) { return name(p, v); }                                        \
  template <class T> T name##_system(T *p, judge_hip::As<T> v) { return name(p, v); }

JUDGE_HIP_ATOMIC(atomicAdd, old + v)
JUDGE_HIP_ATOMIC(atomicSub, old - v)
JUDGE_HIP_ATOMIC(atomicMin, v < old ? v : old)
JUDGE_HIP_ATOMIC(atomicMax, old < v ? v : old)
JUDGE_HIP_ATOMIC(atomicAnd, old &v)
JUDGE_HIP_ATOMIC(atomicOr, old | v)
JUDGE_HIP_ATOMIC(atomicXor, old ^ v)
JUDGE_HIP_ATOMIC(atomicExch, v)
JUDGE_HIP_ATOMIC(atomicInc, old >= v ? 0 : old + 1)
JUDGE_HIP_ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)
JUDGE_HIP_ATOMIC(unsafeAtomicAdd, old + v)
JUDGE_HIP_ATOMIC(safeAtomicAdd, old + v)

template <class T> T atomicCAS(T *p, judge_hip::As<T> expected, judge_hip::As<T> desired) {
  __atomic_compare_exchange(p, &expected, &desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
template <class T> T atomicCAS_block(T *p, judge_hip::As<T> expected, judge_hip::As<T> desired) {
  return atomicCAS(p, expected, desired);
}
template <class T> T atomicCAS_system(T *p, judge_hip::As<T> expected, judge_hip::As<T> desired) {
  return atomicCAS(p, expected, desired);
}

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// The compiler's atomics of HIP, whose order and scope are met by stronger ones.

#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5

namespace judge_hip {

template <class T> T load(const T *p) {
  T value;
  __atomic_load(const_cast<T *>(p), &value, __ATOMIC_SEQ_CST);
  return value;
}
template <class T> void store(T *p, As<T> value) { __atomic_store(p, &value, __ATOMIC_SEQ_CST); }
template <class T> bool compare_exchange(T *p, T *expected, As<T> desired) {
  return __atomic_compare_exchange(p, expected, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// What comes before an operation, or after it, is seen so.
template <class T> T ordered(T old) {
  __threadfence();
  return old;
}

} // namespace judge_hip

#define JUDGE_HIP_ORDERED(operation, ...) (__threadfence(), judge_hip::ordered(operation(__VA_ARGS__)))
#define __hip_atomic_load(p, order, scope) judge_hip::load(p)
#define __hip_atomic_store(p, value, order, scope) judge_hip::store(p, value)
#define __hip_atomic_exchange(p, value, order, scope) JUDGE_HIP_ORDERED(atomicExch, p, value)
#define __hip_atomic_compare_exchange_strong(p, expected, desired, order, failed, scope)                                    \
  judge_hip::compare_exchange(p, expected, desired)
#define __hip_atomic_compare_exchange_weak(p, expected, desired, order, failed, scope)                                      \
  judge_hip::compare_exchange(p, expected, desired)
#define __hip_atomic_fetch_add(p, value, order, scope) JUDGE_HIP_ORDERED(atomicAdd, p, value)
#define __hip_atomic_fetch_sub(p, value, order, scope) JUDGE_HIP_ORDERED(atomicSub, p, value)
#define __hip_atomic_fetch_min(p, value, order, scope) JUDGE_HIP_ORDERED(atomicMin, p, value)
#define __hip_atomic_fetch_max(p, value, order, scope) JUDGE_HIP_ORDERED(atomicMax, p, value)
#define __hip_atomic_fetch_and(p, value, order, scope) JUDGE_HIP_ORDERED(atomicAnd, p, value)
#define __hip_atomic_fetch_or(p, value, order, scope) JUDGE_HIP_ORDERED(atomicOr, p, value)
#define __hip_atomic_fetch_xor(p, value, order, scope) JUDGE_HIP_ORDERED(atomicXor, p, value)
