struct ops { void (*run)(const double *, double *, long); };
static void work(const double *x, double *p, long n) {
  #pragma omp target teams loop is_device_ptr(p, x)
  for (long i = 0; i < n; i++) p[i] = x[i];
}
void kernel(const double *x, double *y, long n) {
  struct ops o = { .run = work };
  o.run(x, y, n);
}
