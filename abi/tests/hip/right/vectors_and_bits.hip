// launches 2
// Loads of two doubles, built-ins on bits, integers and floats, locals in arrays, recursion, switch, early returns.
#include <hip/hip_runtime.h>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>

struct alignas(16) Pair {
  double a, b;
};

__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + 1; }

__device__ bool bits_are_right(int t) {
  double v[4] = {1, 2, 4, 8};
  int4 i = make_int4(t, t + 1, t + 2, t + 3);
  float4 f = make_float4(1.f, 2.f, 3.f, 4.f);
  f *= 2.f;
  double2 d = make_double2(3, 4);
  bool right = __popc(t) == __popcll((unsigned long long)t) && __clz(1 << (t % 31)) == 31 - t % 31 && __ffs(8) == 4;
  right &= i.x + i.w == 2 * t + 3 && f.x + f.w == 10.f && sqrt(d.x * d.x + d.y * d.y) == 5;
  right &= v[t % 4] == 1 << t % 4 && min(t, 5) <= 5 && max(2.5, 1.0) == 2.5 && abs(-t) == t && fabs(-1.5) == 1.5;
  right &= __longlong_as_double(__double_as_longlong(1.25)) == 1.25 && __float_as_int(1.f) == 0x3f800000;
  right &= rsqrt(4.0) == 0.5 && fmin(1.0, NAN) == 1 && isnan(NAN) && isinf(INFINITY) && !isfinite(INFINITY) && depth(5) == 5;
  right &= DBL_EPSILON > 0 && INT_MAX > t && __umulhi(1u << 31, 2) == 1 && __brev(1) == 1u << 31 && signbit(-0.0);
  right &= threadIdx.y == 0 && blockDim.z == 1 && uint3(threadIdx).x == threadIdx.x && __lane_id() == threadIdx.x % warpSize;
  switch (t & 3) {
  case 0: return right && (t & 1) == 0;
  case 3: return right && (t & 1) == 1;
  default: return right;
  }
}

__global__ void axpy(const Pair *x, Pair *y, double alpha, int64_t pairs, int64_t n) {
  int64_t i = (int64_t)hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i > pairs)
    return;
  if (!bits_are_right((int)threadIdx.x))
    return;
  if (i == pairs) {
    if (n % 2)
      reinterpret_cast<double *>(y)[n - 1] += alpha * reinterpret_cast<const double *>(x)[n - 1];
    return;
  }
  Pair p = x[i], q = y[i];
  y[i] = {q.a + alpha * p.a, q.b + alpha * p.b};
}

__global__ void sum(const double *y, double *s, int64_t n) {
  double total = 0, lost = 0; // Kahan
  for (int64_t i = 0; i < n; i++) {
    volatile double next = y[i] - lost, grown = total + next;
    lost = (grown - total) - next;
    total = grown;
  }
  *s = total;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  int64_t pairs = n / 2;
  axpy<<<dim3((unsigned)(pairs / 128 + 1)), dim3(128)>>>((const Pair *)x, (Pair *)y, alpha, pairs, n);
  sum<<<1, 1>>>(y, s, n);
}
