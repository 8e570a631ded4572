struct A { double *p; A(double *v) : p(v) {} };
struct B : A { B(double *v) : A(v) {} void go(long n) {
    #pragma omp target teams loop map(tofrom: this->p[0:n])
    for (long i = 0; i < n; i++) this->p[i] = 0; } };
extern "C" void kernel(const double *x, double *y, long n) {
  B b(y); b.go(n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
