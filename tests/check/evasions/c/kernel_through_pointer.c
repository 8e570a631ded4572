static void go(const double *x, double *y, long n) {
#pragma omp target teams loop map(to: x[0:n]) map(from: y[0:n])
  for (long i = 0; i < n; i++) y[i] = x[i];
}
void kernel(const double *x, double *y, long n) { (&go)(x, y, n); }
