void kernel(const double *x, double *\u00e9, long n) {
#pragma omp target teams loop map(tofrom: é[0:n])
  for (long i = 0; i < n; i++) é[i] = 0;
}
