// A reduction over (value, index) pairs: of equal values the smaller index wins, so that any order gives one answer.
#include <math.h>
#include <stdint.h>

struct least {
  double value;
  int64_t index;
};

#pragma omp declare target
static inline struct least first_of(struct least a, struct least b) {
  if (b.index < 0) return a;
  if (a.index < 0) return b;
  return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
#pragma omp end declare target

#pragma omp declare reduction(least : struct least : omp_out = first_of(omp_out, omp_in)) \
    initializer(omp_priv = {INFINITY, -1})

void kernel(const double *a, double *value, int64_t *index, int64_t N) {
  struct least best = {INFINITY, -1};
#pragma omp target teams distribute parallel for is_device_ptr(a) map(tofrom : best) reduction(least : best)
  for (int64_t i = 0; i < N; i++) best = first_of(best, (struct least){a[i], i});
#pragma omp target is_device_ptr(value, index) map(to : best)
  {
    value[0] = best.value;
    index[0] = best.index;
  }
}
