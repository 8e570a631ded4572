#include <tuple>
extern "C" void kernel(const double *x, double *y, long n) {
  auto t = std::make_tuple(y, n);
  double *q = std::get<0>(t);
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
