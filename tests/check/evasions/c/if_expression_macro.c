#define V 3
#define F(a) ((a) * 2)
void kernel(const double *x, double *y, long n) {
#if F(V) > 5 && !defined(NOPE) && (V ? 1 : 0)
#pragma omp target teams loop is_device_ptr(x) map(tofrom: y[0:n])
#else
#pragma omp target teams loop is_device_ptr(x, y)
#endif
  for (long i = 0; i < n; i++) y[i] = x[i];
}
