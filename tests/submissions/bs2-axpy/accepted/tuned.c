// Tuned to the H200: as many threads as the device holds, each with four loads of 16 bytes from either vector under way before
// its stores. Neighbours in a team take neighbouring pairs; a thread's next pairs lie a whole grid further on.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { TEAMS = 132 * 16, THREADS = 256, GRID = TEAMS * THREADS, DEPTH = 4 };

void kernel(const double *restrict x, double *restrict y, double alpha, double beta, int64_t N) {
  int64_t pairs = N / 2;
#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) is_device_ptr(x, y)
  for (int32_t t = 0; t < GRID; t++) {
    const pair *p = (const pair *)x;
    pair *q = (pair *)y;
    int64_t i = t;
    for (; i + (DEPTH - 1) * (int64_t)GRID < pairs; i += DEPTH * (int64_t)GRID) {
      pair u[DEPTH], v[DEPTH];
#pragma unroll
      for (int d = 0; d < DEPTH; d++) {
        u[d] = p[i + d * (int64_t)GRID];
        v[d] = q[i + d * (int64_t)GRID];
      }
#pragma unroll
      for (int d = 0; d < DEPTH; d++) q[i + d * (int64_t)GRID] = alpha * u[d] + beta * v[d];
    }
    for (; i < pairs; i += GRID) q[i] = alpha * p[i] + beta * q[i];
    if (t == 0 && N % 2) y[N - 1] = alpha * x[N - 1] + beta * y[N - 1];
  }
}
