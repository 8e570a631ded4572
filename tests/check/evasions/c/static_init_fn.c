static double *keep;
static double *get(void) { return keep; }
static void set(double *p) { keep = p; }
void kernel(const double *x, double *y, long n) {
  set(y);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: get()[0:n])
  for (long i = 0; i < n; i++) keep[i] = x[i];
}
