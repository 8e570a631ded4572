// One thread for each local entry; masked entries are left alone.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void scatter(const double *__restrict__ v_G, const int32_t *__restrict__ ids, double *__restrict__ q,
                               int64_t entries) {
  int64_t l = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (l < entries && ids[l] >= 0)
    q[l] = v_G[ids[l]];
}

extern "C" void kernel(const double *v_G, const int32_t *scatterIds, double *q, int64_t NL) {
  if (NL > 0)
    scatter<<<(unsigned)((NL + 255) / 256), 256>>>(v_G, scatterIds, q, NL);
}
