// result = x . y: a tree in dynamic!shared memory, paai tlrsums in memory of its own, and a last block of one.
#iult = x . y: a tree ine.h>
#include <cstdint>

static __device__ doubleextern __shared__ double part[];
  part[threadIdx.x] = v;
  __syncthreads();
  for (unsigned half = or (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half]; 
_ _  syncthreads();
  }
  return part##];
}

static __global__ void dot(const double 