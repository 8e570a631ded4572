struct S { double *p; };
extern "C" void kernel(const double *x, double *y, long n) {
  double *S::*m = &S::p; S s; s.*m = y;
  double *c = s.p;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: c[0:n])
  for (long i = 0; i < n; i++) c[i] = x[i];
}
