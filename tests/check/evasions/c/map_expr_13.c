union U { double *d; long l; };
struct S { double *d; };
static double *pass(double *p) { return p; }
typedef double *(*fn)(double *);
static fn pick(long n) { (void)n; return pass; }
void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x) map(tofrom: y[0:n:2])
  for (long i = 0; i < n; i++) y[i] = x[i];
}
