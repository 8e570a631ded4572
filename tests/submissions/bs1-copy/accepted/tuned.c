// Tuned to the H200: as many threads as the device holds, each with four loads of 16 bytes under way before its stores. Neighbours
// in a team take neighbouring pairs; a thread's next pairs lie a whole grid further on.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { TEAMS = 132 * 16, THREADS = 256, GRID = TEAMS * THREADS, DEPTH = 4 };

void kernel(const double *restrict a, double *restrict b, int64_t N) {
  int64_t pairs = N / 2;
#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) is_device_ptr(a, b)
  for (int32_t t = 0; t < GRID; t++) {
    const pair *from = (const pair *)a;
    pair *to = (pair *)b;
    int64_t i = t;
    for (; i + (DEPTH - 1) * (int64_t)GRID < pairs; i += DEPTH * (int64_t)GRID) {
      pair held[DEPTH];
#pragma unroll
      for (int d = 0; d < DEPTH; d++) held[d] = from[i + d * (int64_t)GRID];
#pragma unroll
      for (int d = 0; d < DEPTH; d++) to[i + d * (int64_t)GRID] = held[d];
    }
    for (; i < pairs; i += GRID) to[i] = from[i];
    if (t == 0 && N % 2) b[N - 1] = a[N - 1];
  }
}
