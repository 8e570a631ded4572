// Tuned to the H200: one pass over the four vectors by a grid that fits the device, in pairs, two of each vector under way at a
// time; every thread adds its sum of squares to one of a thousand slots, and one team adds those and clears them.
#include <stdint.h>

typedef double pair __attribute__((ext_vector_type(2)));
enum { TEAMS = 132 * 8, THREADS = 256, GRID = TEAMS * THREADS, DEPTH = 2, SLOTS = 1024 };

#pragma omp begin declare target
static double slot[SLOTS];
#pragma omp end declare target

void kernel(const double *restrict p, const double *restrict Ap, double *restrict x, double *restrict r, double *rr, double alpha,
            int64_t N) {
  int64_t pairs = N / 2;
#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) is_device_ptr(p, Ap, x, r)
  for (int32_t t = 0; t < GRID; t++) {
    const pair *p2 = (const pair *)p, *Ap2 = (const pair *)Ap;
    pair *x2 = (pair *)x, *r2 = (pair *)r, sum = 0.0;
    int64_t i = t;
    for (; i + (DEPTH - 1) * (int64_t)GRID < pairs; i += DEPTH * (int64_t)GRID) {
      pair a[DEPTH], b[DEPTH], u[DEPTH], v[DEPTH];
#pragma unroll
      for (int d = 0; d < DEPTH; d++) {
        a[d] = p2[i + d * (int64_t)GRID];
        b[d] = Ap2[i + d * (int64_t)GRID];
        u[d] = x2[i + d * (int64_t)GRID];
        v[d] = r2[i + d * (int64_t)GRID];
      }
#pragma unroll
      for (int d = 0; d < DEPTH; d++) {
        pair next = v[d] - alpha * b[d];
        x2[i + d * (int64_t)GRID] = u[d] + alpha * a[d];
        r2[i + d * (int64_t)GRID] = next;
        sum += next * next;
      }
    }
    for (; i < pairs; i += GRID) {
      pair next = r2[i] - alpha * Ap2[i];
      x2[i] += alpha * p2[i];
      r2[i] = next;
      sum += next * next;
    }
    double mine = sum.x + sum.y;
    if (t == 0 && N % 2) {
      x[N - 1] += alpha * p[N - 1];
      r[N - 1] -= alpha * Ap[N - 1];
      mine += r[N - 1] * r[N - 1];
    }
#pragma omp atomic update
    slot[t % SLOTS] += mine;
  }
#pragma omp target is_device_ptr(rr)
  {
    double total = 0.0;
#pragma omp parallel for reduction(+ : total) num_threads(THREADS)
    for (int32_t t = 0; t < SLOTS; t++) {
      total += slot[t];
      slot[t] = 0.0;
    }
    rr[0] = total;
  }
}
