// Arithmetic on CUDA's vector types, element by element, as HIP has it.
#pragma once

#define JUDGE_HIP_OPERATORS(type, scalar, op, both, left, right)                                                            \
  __host__ __device__ inline type operator op(type a, type b) { return both; }                                              \
  __host__ __device__ inline type operator op(type a, scalar b) { return left; }                                            \
  __host__ __device__ inline type operator op(scalar a, type b) { return right; }                                           \
  __host__ __device__ inline type &operator op##=(type &a, type b) { return a = a op b; }                                   \
  __host__ __device__ inline type &operator op##=(type &a, scalar b) { return a = a op b; }

#define JUDGE_HIP_VECTOR2(type, scalar, op)                                                                                 \
  JUDGE_HIP_OPERATORS(type, scalar, op, make_##type(a.x op b.x, a.y op b.y), make_##type(a.x op b, a.y op b),               \
                      make_##type(a op b.x, a op b.y))
#define JUDGE_HIP_VECTOR3(type, scalar, op)                                                                                 \
  JUDGE_HIP_OPERATORS(type, scalar, op, make_##type(a.x op b.x, a.y op b.y, a.z op b.z),                                    \
                      make_##type(a.x op b, a.y op b, a.z op b), make_##type(a op b.x, a op b.y, a op b.z))
#define JUDGE_HIP_VECTOR4(type, scalar, op)                                                                                 \
  JUDGE_HIP_OPERATORS(type, scalar, op, make_##type(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w),                        \
                      make_##type(a.x op b, a.y op b, a.z op b, a.w op b),                                                  \
                      make_##type(a op b.x, a op b.y, a op b.z, a op b.w))

// No double4: CUDA 13 replaces it by types that name their alignment.
#define JUDGE_HIP_ARITHMETIC(op)                                                                                            \
  JUDGE_HIP_VECTOR2(double2, double, op)                                                                                    \
  JUDGE_HIP_VECTOR3(double3, double, op)                                                                                    \
  JUDGE_HIP_VECTOR2(float2, float, op)                                                                                      \
  JUDGE_HIP_VECTOR3(float3, float, op)                                                                                      \
  JUDGE_HIP_VECTOR4(float4, float, op)                                                                                      \
  JUDGE_HIP_VECTOR2(int2, int, op)                                                                                          \
  JUDGE_HIP_VECTOR3(int3, int, op)                                                                                          \
  JUDGE_HIP_VECTOR4(int4, int, op)
JUDGE_HIP_ARITHMETIC(+)
JUDGE_HIP_ARITHMETIC(-)
JUDGE_HIP_ARITHMETIC(*)
JUDGE_HIP_ARITHMETIC(/)
#undef JUDGE_HIP_ARITHMETIC
#undef JUDGE_HIP_VECTOR4
#undef JUDGE_HIP_VECTOR3
#undef JUDGE_HIP_VECTOR2
#undef JUDGE_HIP_OPERATORS
