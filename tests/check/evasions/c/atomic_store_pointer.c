void kernel(const double *x, double *y, long n) {
  double *q;
  __atomic_store_n(&q, y, __ATOMIC_RELAXED);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
