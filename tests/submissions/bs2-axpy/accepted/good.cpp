// y = alpha x + beta y, by a template.
#include <cstdint>

template <class T> static void axpy(const T *x, T *y, T alpha, T beta, std::int64_t n) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (std::int64_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + beta * y[i];
}

extern "C" void kernel(const double *x, double *y, double alpha, double beta, std::int64_t N) { axpy(x, y, alpha, beta, N); }
