struct S { double *p; };
extern "C" void kernel(const double *x, double *y, long n) {
  auto m = &S::p; S s; S *q = &s; q->*m = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: s.p[0:n])
  for (long i = 0; i < n; i++) s.p[i] = x[i];
}
