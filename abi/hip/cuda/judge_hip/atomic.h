// The compiler's atomics of HIP over CUDA's: fences give the order, and CUDA's own reach the whole device, which every scope but
// the system's is part of.
#pragma once

#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif

// HIP's atomics take `unsigned long`, which uint64_t is, as well.
#define JUDGE_HIP_LONG(name)                                                                                                \
  static __device__ inline unsigned long name(unsigned long *p, unsigned long value) {                                      \
    return name((unsigned long long *)p, (unsigned long long)value);                                                        \
  }
JUDGE_HIP_LONG(atomicAdd)
JUDGE_HIP_LONG(atomicMin)
JUDGE_HIP_LONG(atomicMax)
JUDGE_HIP_LONG(atomicAnd)
JUDGE_HIP_LONG(atomicOr)
JUDGE_HIP_LONG(atomicXor)
JUDGE_HIP_LONG(atomicExch)
#undef JUDGE_HIP_LONG
static __device__ inline unsigned long atomicCAS(unsigned long *p, unsigned long expected, unsigned long desired) {
  return atomicCAS((unsigned long long *)p, (unsigned long long)expected, (unsigned long long)desired);
}

namespace judge_hip {

template <class T> struct Same {
  typedef T type;
};
// A parameter that takes its type from the pointer alone.
template <class T> using As = typename Same<T>::type;

// Types that CUDA's atomics lack, as those of the same size that it has: as sums and bits, and as numbers in order.
template <class T> struct Word {
  typedef T type;
};
template <> struct Word<long> {
  typedef unsigned long long type;
};
template <> struct Word<long long> {
  typedef unsigned long long type;
};
template <> struct Word<unsigned long> {
  typedef unsigned long long type;
};
template <class T> struct Ordered {
  typedef T type;
};
template <> struct Ordered<long> {
  typedef long long type;
};
template <> struct Ordered<unsigned long> {
  typedef unsigned long long type;
};
template <int BYTES> struct Bits;
template <> struct Bits<4> {
  typedef unsigned type;
};
template <> struct Bits<8> {
  typedef unsigned long long type;
};

template <class T> __device__ T load(const T *p) {
  __threadfence();
  T value = *(const volatile T *)p;
  __threadfence();
  return value;
}
template <class T> __device__ void store(T *p, As<T> value) {
  __threadfence();
  *(volatile T *)p = value;
  __threadfence();
}

#define JUDGE_HIP_FETCH(name, Type, operation, argument)                                                                    \
  template <class T> __device__ T name(T *p, As<T> value) {                                                                 \
    typedef typename Type<T>::type A;                                                                                       \
    __threadfence();                                                                                                        \
    A old = operation((A *)p, (A)(argument));                                                                               \
    __threadfence();                                                                                                        \
    return (T)old;                                                                                                          \
  }
JUDGE_HIP_FETCH(fetch_add, Word, atomicAdd, value)
JUDGE_HIP_FETCH(fetch_sub, Word, atomicAdd, -value)
JUDGE_HIP_FETCH(fetch_min, Ordered, atomicMin, value)
JUDGE_HIP_FETCH(fetch_max, Ordered, atomicMax, value)
JUDGE_HIP_FETCH(fetch_and, Word, atomicAnd, value)
JUDGE_HIP_FETCH(fetch_or, Word, atomicOr, value)
JUDGE_HIP_FETCH(fetch_xor, Word, atomicXor, value)
#undef JUDGE_HIP_FETCH

// By bits, which know no types.
template <class T> __device__ T exchange(T *p, As<T> value) {
  typedef typename Bits<sizeof(T)>::type B;
  B next;
  memcpy(&next, &value, sizeof next);
  __threadfence();
  B old = atomicExch((B *)p, next);
  __threadfence();
  memcpy(&value, &old, sizeof old);
  return value;
}
template <class T> __device__ bool compare_exchange(T *p, T *expected, As<T> desired) {
  typedef typename Bits<sizeof(T)>::type B;
  B was, next;
  memcpy(&was, expected, sizeof was);
  memcpy(&next, &desired, sizeof next);
  __threadfence();
  B old = atomicCAS((B *)p, was, next);
  __threadfence();
  memcpy(expected, &old, sizeof old);
  return old == was;
}

} // namespace judge_hip

#define __hip_atomic_load(p, order, scope) judge_hip::load(p)
#define __hip_atomic_store(p, value, order, scope) judge_hip::store(p, value)
#define __hip_atomic_exchange(p, value, order, scope) judge_hip::exchange(p, value)
#define __hip_atomic_compare_exchange_strong(p, expected, desired, order, failed, scope)                                    \
  judge_hip::compare_exchange(p, expected, desired)
#define __hip_atomic_compare_exchange_weak(p, expected, desired, order, failed, scope)                                      \
  judge_hip::compare_exchange(p, expected, desired)
#define __hip_atomic_fetch_add(p, value, order, scope) judge_hip::fetch_add(p, value)
#define __hip_atomic_fetch_sub(p, value, order, scope) judge_hip::fetch_sub(p, value)
#define __hip_atomic_fetch_min(p, value, order, scope) judge_hip::fetch_min(p, value)
#define __hip_atomic_fetch_max(p, value, order, scope) judge_hip::fetch_max(p, value)
#define __hip_atomic_fetch_and(p, value, order, scope) judge_hip::fetch_and(p, value)
#define __hip_atomic_fetch_or(p, value, order, scope) judge_hip::fetch_or(p, value)
#define __hip_atomic_fetch_xor(p, value, order, scope) judge_hip::fetch_xor(p, value)
