void kernel(const double *x, double *y$, long n) {
#pragma omp target teams loop map(tofrom: y$[0:n])
  for (long i = 0; i < n; i++) y$[i] = 0;
}
