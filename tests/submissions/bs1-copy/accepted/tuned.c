// Tuned to the H200: a team moves 512 neighbouring pairs, a thread two of them, 256 apart, both loads before both stores. As
// many teams as it takes: nothing is left to loop over.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { THREADS = 256, BLOCK = 2 * THREADS };

void kernel(const double *restrict a, double *restrict b, int64_t N) {
  int64_t pairs = N / 2, blocks = (pairs + BLOCK) / BLOCK;
#pragma omp target teams distribute parallel for num_teams(blocks) thread_limit(THREADS) is_device_ptr(a, b)
  for (int64_t t = 0; t < blocks * THREADS; t++) {
    const pair *from = (const pair *)a;
    pair *to = (pair *)b;
    int64_t i = t / THREADS * BLOCK + t % THREADS, j = i + THREADS;
    if (j < pairs) {
      pair first = from[i], second = from[j];
      to[i] = first;
      to[j] = second;
    } else if (i < pairs) {
      to[i] = from[i];
    }
    if (t == 0 && N % 2) b[N - 1] = a[N - 1];
  }
}
