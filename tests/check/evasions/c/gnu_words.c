void kernel(__const double *__restrict x, double *__restrict__ y, long n) {
  __const double *q = x;
  double *__volatile r = y;
#pragma omp target teams loop map(to: q[0:n]) map(from: r[0:n])
  for (long i = 0; i < n; i++) r[i] = q[i];
}
