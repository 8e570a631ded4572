// launches 4
// Square tiles through shared memory, there and back: padded rows, blocks of 32 by 8, a halo of nothing at the edges.
#include <hip/hip_runtime.h>
#include <cstdint>

constexpr int TILE = 32, ROWS = 8;

__global__ void transpose(double *__restrict__ out, const double *__restrict__ in, int width, int height) {
  __shared__ double tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (int r = 0; r < TILE; r += ROWS)
    if (x < width && y + r < height)
      tile[threadIdx.y + r][threadIdx.x] = in[(int64_t)(y + r) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (int r = 0; r < TILE; r += ROWS)
    if (x < height && y + r < width)
      out[(int64_t)(y + r) * height + x] = tile[threadIdx.x][threadIdx.y + r];
}

// y, of 17 columns, stays transposed in between.
__global__ void axpy_transposed(double *t, const double *x, double alpha, int width, int height) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height)
    t[(int64_t)column * height + row] += alpha * x[(int64_t)row * width + column];
}

__global__ void sum(const double *y, double *s, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i < n; i++)
    total += y[i];
  *s = total;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  const int width = 17, height = (int)(n / width); // 1003 is 17 times 59
  double *t = nullptr;
  if (hipMalloc((void **)&t, n * sizeof(double)) != hipSuccess)
    return;
  dim3 block(TILE, ROWS), there((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), back(there.y, there.x);
  transpose<<<there, block>>>(t, y, width, height);
  axpy_transposed<<<dim3((height + 15) / 16, (width + 3) / 4), dim3(16, 4)>>>(t, x, alpha, width, height);
  transpose<<<back, block>>>(y, t, height, width);
  hipLaunchKernelGGL(sum, 1, 1, 0, 0, y, s, n);
  hipFree(t);
}
