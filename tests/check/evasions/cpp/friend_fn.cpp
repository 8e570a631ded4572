struct A { friend void go(double *p, long n) {
    #pragma omp target teams loop map(tofrom: p[0:n])
    for (long i = 0; i < n; i++) p[i] = 0; } };
void go(double *p, long n);
extern "C" void kernel(const double *x, double *y, long n) {
  go(y, n);
  #pragma omp target is_device_ptr(x, y)
  y[0] = x[0];
}
