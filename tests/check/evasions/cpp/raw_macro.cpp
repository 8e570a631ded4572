#include <cstdint>
#include <cstddef>
#define STR(...) #__VA_ARGS__
#define DO(...) _Pragma(STR(omp __VA_ARGS__))
extern "C" void kernel(const double *x, double *y, long n) {
  DO(target teams loop map(tofrom: y[0:n]) is_device_ptr(x))
  for (long i = 0; i < n; i++) y[i] = x[i];
}
