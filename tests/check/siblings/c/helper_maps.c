static void work(const double *u, double *v, long n, double a) {
#pragma omp target teams loop is_device_ptr(u) map(tofrom: v[0:n])
  for (long i = 0; i < n; i++)
    v[i] += a * u[i];
}
void kernel(const double *x, double *y, long n, double a) {
  work(x, y, n, a);
}
