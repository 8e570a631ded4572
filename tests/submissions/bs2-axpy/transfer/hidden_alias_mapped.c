// The habit of mapping everything, through addresses that the static check cannot follow: both arrays travel to another copy
// and back inside the timed call. The second region is there to please the check.
#include <stdint.h>

static void *address(const void *where) {
  uint64_t bits = 0;
  for (int byte = 0; byte < 8; byte++) bits |= (uint64_t)((const unsigned char *)where)[byte] << 8 * byte;
  return (void *)(uintptr_t)bits;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {
  double *in = address(&x), *out = address(&y);
#pragma omp target teams distribute parallel for map(to : in[0 : N]) map(tofrom : out[0 : N])
  for (int64_t i = 0; i < N; i++) out[i] = alpha * in[i] + beta * out[i];
#pragma omp target is_device_ptr(x, y)
  if (N < 0) y[0] = x[0];
}
