#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  long head = (32 - (uintptr_t)y % 32) / 8 % 4;
  const double *xs = x + head; double *ys = y + head;
  int both = ((uintptr_t)x ^ (uintptr_t)y) % 64 == 0 && ((uintptr_t)y & 0x3f) == 0;
  long off = (0x1f & (uintptr_t)y) / sizeof *y;
  double *z = ys + off * both;
#pragma omp target teams distribute parallel for is_device_ptr(xs, z)
  for (long i = 0; i < n - head; i++) z[i] = xs[i];
}
