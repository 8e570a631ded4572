// Cuts the vectors into 64 equal blocks and forgets the rest that does not fill one. In a long vector the few lost terms
// hide inside the band of the random data; on the exact twin the band is zero.
#include <stdint.h>

enum { BLOCKS = 64 };

void kernel(const double *x, const double *y, double *result, int64_t N) {
  double sum = 0.0;
  int64_t length = N / BLOCKS;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) map(tofrom : sum) reduction(+ : sum)
  for (int64_t b = 0; b < BLOCKS; b++)
    for (int64_t i = b * length; i < (b + 1) * length; i++) sum += x[i] * y[i];
#pragma omp target is_device_ptr(result)
  result[0] = sum;
}
