static void a(double *p, long n) {
  #pragma omp target teams loop map(tofrom: p[0:n])
  for (long i = 0; i < n; i++) p[i] = 0;
}
static void b(double *p, long n) {
  #pragma omp target teams loop is_device_ptr(p)
  for (long i = 0; i < n; i++) p[i] = 0;
}
void kernel(const double *x, double *y, long n) {
  (n > 4 ? a : b)(y, n);
}
