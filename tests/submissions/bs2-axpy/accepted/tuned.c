// Tuned to the H200: one pair of each vector a thread, so that every access is 16 bytes wide, and as many teams as it takes.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { THREADS = 256 };

void kernel(const double *restrict x, double *restrict y, double alpha, double beta, int64_t N) {
  int64_t pairs = N / 2;
#pragma omp target teams distribute parallel for num_teams((pairs + THREADS) / THREADS) thread_limit(THREADS) is_device_ptr(x, y)
  for (int64_t i = 0; i <= pairs; i++) {
    const pair *p = (const pair *)x;
    pair *q = (pair *)y;
    if (i < pairs)
      q[i] = alpha * p[i] + beta * q[i];
    else if (N % 2)
      y[N - 1] = alpha * x[N - 1] + beta * y[N - 1];
  }
}
