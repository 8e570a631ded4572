#define SWAP(a, b) do { double *t_ = (a); (a) = (b); (b) = t_; } while (0)
void kernel(const double *x, double *y, long n) {
  double *p = 0, *q = y;
  SWAP(p, q);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = x[i];
}
