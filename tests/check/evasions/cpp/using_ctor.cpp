struct A { double *p; A(double *v) { p = v; } };
struct B : A { using A::A; };
extern "C" void kernel(const double *x, double *y, long n) {
  B b{y};
  #pragma omp target teams loop map(tofrom: b.p[0:n])
  for (long i = 0; i < n; i++) b.p[i] = 0;
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
