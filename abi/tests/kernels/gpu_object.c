/* An object in HIP for a GPU, as the linker leaves it: its runtime's functions are undefined. With its shim. */
#include <stddef.h>

typedef struct {
  unsigned x, y, z;
} dim3;

int cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, void *stream);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaMalloc(void **at, size_t bytes);

static void fill(void **arguments, size_t sum) { **(double **)arguments[0] = (double)sum; }

void judge_call(void **args) {
  double *y = *(double **)args[1], host[4] = {0};
  void *own;
  cudaMalloc(&own, 16);
  void *arguments[] = {&y};
  cudaMemcpy(y, host, sizeof host, 1);
  cudaLaunchKernel((const void *)fill, (dim3){1, 2, 3}, (dim3){4, 5, 6}, arguments, 7000000, (void *)80000000);
  cudaMemcpy(host, y, 8, 2);
  cudaMemcpy(y + 1, y, 8, 3);
  cudaMemcpy(y + 2, own, 16, 3);
}
