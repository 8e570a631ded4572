// One thread for each row; a row is short, so nothing is gained by splitting it.
#include <hip/hip_runtime.h>
#include <cstdint>

static __global__ void gather(const double *__restrict__ v_L, const int32_t *__restrict__ rowStarts,
                              const int32_t *__restrict__ ids, double *__restrict__ g, int64_t rows) {
  int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  double sum = 0;
  for (int32_t s = rowStarts[row]; s < rowStarts[row + 1]; s++)
    sum += v_L[ids[s]];
  g[row] = sum;
}

extern "C" void kernel(const double *v_L, const int32_t *rowStarts, const int32_t *ids, double *g, int64_t NG) {
  if (NG > 0)
    gather<<<(unsigned)((NG + 255) / 256), 256>>>(v_L, rowStarts, ids, g, NG);
}
