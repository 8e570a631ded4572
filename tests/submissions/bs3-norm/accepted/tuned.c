// Tuned to the H200: every thread of a grid that fits the device sums its own pairs in four chains and adds the sum to one of a
// thousand slots; one team adds the slots and clears them for the next call. A reduction over teams takes longer, and so does
// one team that reads a sum of every thread.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { TEAMS = 132 * 4, THREADS = 256, GRID = TEAMS * THREADS, DEPTH = 4, SLOTS = 1024 };

#pragma omp begin declare target
static double slot[SLOTS];
#pragma omp end declare target

void kernel(const double *x, double *result, int64_t N) {
  int64_t pairs = N / 2;
#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) is_device_ptr(x)
  for (int32_t t = 0; t < GRID; t++) {
    const pair *p = (const pair *)x;
    pair sum[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; d++) sum[d] = 0.0;
    int64_t i = t;
    for (; i + (DEPTH - 1) * (int64_t)GRID < pairs; i += DEPTH * (int64_t)GRID) {
#pragma unroll
      for (int d = 0; d < DEPTH; d++) sum[d] += p[i + d * (int64_t)GRID] * p[i + d * (int64_t)GRID];
    }
    for (; i < pairs; i += GRID) sum[0] += p[i] * p[i];
#pragma unroll
    for (int d = 1; d < DEPTH; d++) sum[0] += sum[d];
    double mine = sum[0].x + sum[0].y;
    if (t == 0 && N % 2) mine += x[N - 1] * x[N - 1];
#pragma omp atomic update
    slot[t % SLOTS] += mine;
  }
#pragma omp target is_device_ptr(result)
  {
    double total = 0.0;
#pragma omp parallel for reduction(+ : total) num_threads(THREADS)
    for (int32_t t = 0; t < SLOTS; t++) {
      total += slot[t];
      slot[t] = 0.0;
    }
    result[0] = total;
  }
}
