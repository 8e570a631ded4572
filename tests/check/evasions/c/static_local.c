static double **slot(void) { static double *p; return &p; }
void kernel(const double *x, double *y, long n) {
  *slot() = y;
  double *q = *slot();
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
