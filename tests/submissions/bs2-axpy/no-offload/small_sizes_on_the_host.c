// "A launch does not pay for a few elements." The shortcut runs host code on device memory; addresses that are asked for bit
// by bit hide that from the static check, not from the guard.
#include <stdint.h>

typedef struct {
  uint64_t x, y;
} view;

static void on_host(const view *v, double alpha, double beta, int64_t N) {
  const double *x = (const double *)(uintptr_t)v->x;
  double *y = (double *)(uintptr_t)v->y;
  for (int64_t i = 0; i < N; i++) y[i] = alpha * x[i] + beta * y[i];
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  view v = {0, 0};
  for (int bit = 0; bit < 64; bit++) {
    if (((const unsigned char *)&x)[bit / 8] >> bit % 8 & 1) v.x |= (uint64_t)1 << bit;
    if (((const unsigned char *)&y)[bit / 8] >> bit % 8 & 1) v.y |= (uint64_t)1 << bit;
  }
  if (N < 100) {
    on_host(&v, alpha, beta, N);
    return;
  }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (int64_t i = 0; i < N; i++) y[i] = alpha * x[i] + beta * y[i];
}
