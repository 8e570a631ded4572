#include <utility>
extern "C" void kernel(const double *x, double *y, long n) {
  double *q = nullptr;
  std::exchange(q, y);
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
