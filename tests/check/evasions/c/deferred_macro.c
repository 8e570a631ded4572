#define EMPTY()
#define DEFER(m) m EMPTY()
#define ONE(...) __VA_ARGS__
#define M() map(tofrom: y[0:n])
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x) ONE(DEFER(M)())
  for (long i = 0; i < n; i++) y[i] = x[i];
}
