void kernel(const double *x, double *y, long n, double a) {
  int ran = 0;
#pragma omp target map(from: ran)
  ran = 1;
  if (ran) return;
}
