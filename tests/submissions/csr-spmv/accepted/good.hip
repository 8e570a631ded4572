// Eight lanes for each row: neighbouring entries are read together, and shuffles add up.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { THREADS = 256, LANES = 8 };

static __global__ void spmv(const int32_t *__restrict__ rowptr, const int32_t *__restrict__ col,
                            const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y, int64_t rows) {
  int64_t row = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / LANES;
  int lane = threadIdx.x % LANES;
  double sum = 0;
  if (row < rows)
    for (int32_t s = rowptr[row] + lane; s < rowptr[row + 1]; s += LANES)
      sum += val[s] * x[col[s]];
  // Every lane of the warp comes here, whatever its row.
  for (int delta = LANES / 2; delta > 0; delta /= 2)
    sum += __shfl_down(sum, delta, LANES);
  if (lane == 0 && row < rows)
    y[row] = sum;
}

extern "C" void kernel(const int32_t *rowptr, const int32_t *col, const double *val, const double *x, double *y, int64_t N) {
  if (N > 0)
    spmv<<<(unsigned)((N * LANES + THREADS - 1) / THREADS), THREADS>>>(rowptr, col, val, x, y, N);
}
