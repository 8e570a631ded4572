#include <cstdint>
#include <cstddef>
template <class T, int U> static void axpy(long n, const T *__restrict a, T *__restrict b) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b) schedule(static, U)
  for (long i = 0; i < n; i++) b[i] += a[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  axpy<double, 4>(n, x, y);
}
