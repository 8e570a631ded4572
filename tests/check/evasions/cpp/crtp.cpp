#include <cstdint>
#include <cstddef>
template <class T> struct B {
  void go(long n) {
    double *q = static_cast<T *>(this)->p;
#pragma omp target teams loop map(tofrom: q[0:n])
    for (long i = 0; i < n; i++) q[i] = 0;
  }
};
struct D : B<D> { double *p; };
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  D d;
  d.p = y;
  d.go(n);
}
